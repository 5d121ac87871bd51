/** Makes an account of the guest one is, from within the world. */
import { byId } from "./element";

const SHORTEST = 8;

export class KeepName {
  private readonly box = byId("keep");
  private readonly password = byId<HTMLInputElement>("keep-password");
  private readonly word = byId("keep-word");

  constructor(keep: (password: string) => void) {
    byId("keep-enter").addEventListener("click", () => {
      if (this.password.value.length < SHORTEST) {
        this.word.textContent = `A password has ${SHORTEST} characters or more.`;
        return;
      }
      this.word.textContent = "";
      keep(this.password.value);
      this.password.value = "";
    });
  }

  /** Only who has no account yet is asked. */
  offer(guest: boolean): void {
    this.box.hidden = !guest;
  }
}
