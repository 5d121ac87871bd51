/** One entity laid open: its components and what it wished for lately. */
import { make } from "../ui/element";
import type { EntityMessage } from "./protocol";

export function fillDetails(root: HTMLElement, message: EntityMessage): void {
  const components = Object.entries(message.components).map(([name, value]) => {
    const block = make("details", "component");
    block.open = true;
    block.append(make("summary", "", name), make("pre", "", typeof value === "string" ? value : JSON.stringify(value, null, 2)));
    return block;
  });
  const list = make("ol", "commands");
  list.append(
    ...[...message.commands].reverse().map((command) => {
      const item = make("li");
      item.append(make("b", "", `${command.tick}`), ` ${command.text}`);
      return item;
    }),
  );
  root.replaceChildren(
    make("h3", "", `Entity ${message.id}`), ...components, make("h3", "", "Recent commands"),
    message.commands.length > 0 ? list : make("p", "quiet", "none"),
  );
}
