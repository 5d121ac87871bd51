/** The door: a name is enough; an account keeps it. */
import type { Login } from "../wire/from-guest";
import { byId } from "./element";

const LAST_NAME = "wold.name";

export class LoginBox {
  private readonly dialog = byId<HTMLDialogElement>("login");
  private readonly form = byId<HTMLFormElement>("login-form");
  private readonly name = byId<HTMLInputElement>("login-name");
  private readonly password = byId<HTMLInputElement>("login-password");
  private readonly register = byId<HTMLInputElement>("login-register");
  private readonly problem = byId("login-problem");
  private readonly enter = byId<HTMLButtonElement>("login-enter");

  constructor(private readonly submitted: (login: Exclude<Login, { kind: "resume" }>) => void) {
    this.name.value = stored(LAST_NAME);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    // The world cannot be entered without a name, so Escape does not close the door.
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  open(problem = ""): void {
    this.problem.textContent = problem;
    this.enter.disabled = false;
    if (!this.dialog.open) this.dialog.showModal();
    this.name.focus();
  }

  close(): void {
    this.dialog.close();
  }

  private submit(): void {
    const name = this.name.value.trim();
    if (name === "") {
      this.problem.textContent = "Please give a name.";
      return;
    }
    try {
      localStorage.setItem(LAST_NAME, name);
    } catch {
      // Not remembering a name does no harm.
    }
    this.problem.textContent = "";
    this.enter.disabled = true;
    const password = this.password.value;
    if (password === "") this.submitted({ kind: "guest", name });
    else if (this.register.checked) this.submitted({ kind: "register", name, password, guest: null });
    else this.submitted({ kind: "account", name, password });
  }
}

function stored(key: string): string {
  try {
    return localStorage.getItem(key) ?? "";
  } catch {
    return "";
  }
}
