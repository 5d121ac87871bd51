/** The door: a name is enough; an account keeps it. */
import type { HostOffer } from "../net/door";
import type { Named } from "../net/session";
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
  private readonly reload = byId<HTMLButtonElement>("login-reload");
  private readonly watch = byId<HTMLButtonElement>("login-watch");

  constructor(private readonly submitted: (login: Named) => void, watched: () => void) {
    this.watch.addEventListener("click", () => {
      this.watch.disabled = true;
      this.problem.textContent = "";
      watched();
    });
    this.name.value = stored(LAST_NAME);
    this.form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.submit();
    });
    this.reload.addEventListener("click", () => location.reload());
    // The world cannot be entered without a name, so Escape does not close the door.
    this.dialog.addEventListener("cancel", (event) => event.preventDefault());
  }

  /** Opens, with what went wrong; a stale page can only be loaded again. */
  open(problem = "", stale = false): void {
    this.problem.textContent = problem;
    this.enter.disabled = false;
    this.watch.disabled = false;
    this.dialog.classList.toggle("stale", stale);
    this.reload.hidden = !stale;
    if (!this.dialog.open) this.dialog.showModal();
    (stale ? this.reload : this.dialog.dataset.doors === "watchers" ? this.watch : this.name).focus();
  }

  /** Shows the doors there are. */
  show(doors: HostOffer["doors"]): void {
    this.dialog.dataset.doors = doors;
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
