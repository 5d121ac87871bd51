/** Who told whom: a rumour's way from its witnesses to everybody who knows of it, as a drawing. */
import type { SpreadStep } from "./reports";

export interface GraphNode {
  readonly name: string;
  /** 0 for witnesses, one more for each telling. */
  readonly column: number;
  readonly row: number;
  readonly step: SpreadStep | null;
}

export interface Graph {
  readonly nodes: readonly GraphNode[];
  readonly edges: readonly (readonly [GraphNode, GraphNode])[];
}

/** Lays the tellings out in columns; `path` adds tellers the steps do not know, such as people who play. */
export function layOut(steps: readonly SpreadStep[], path: readonly string[], own: string): Graph {
  const teller = new Map<string, string | null>();
  const chain = [...path, own];
  chain.forEach((name, at) => teller.set(name, at > 0 ? chain[at - 1] : null));
  for (const step of steps) if (!teller.has(step.name)) teller.set(step.name, step.from);
  for (const step of steps) if (step.from !== null && !teller.has(step.from)) teller.set(step.from, null);
  const column = (name: string): number => {
    let [depth, at] = [0, teller.get(name) ?? null];
    while (at !== null && depth < teller.size) [depth, at] = [depth + 1, teller.get(at) ?? null];
    return depth;
  };
  const rows = new Map<number, number>();
  const nodes = [...teller.keys()].map((name): GraphNode => {
    const at = column(name);
    const row = rows.get(at) ?? 0;
    rows.set(at, row + 1);
    return { name, column: at, row, step: steps.find((one) => one.name === name) ?? null };
  });
  const byName = new Map(nodes.map((node) => [node.name, node]));
  const edges = nodes.flatMap((node): (readonly [GraphNode, GraphNode])[] => {
    const from = byName.get(teller.get(node.name) ?? "");
    return from ? [[from, node]] : [];
  });
  return { nodes, edges };
}

const SVG = "http://www.w3.org/2000/svg";
const [COLUMN, ROW, MARGIN] = [118, 34, 16];

function shape(tag: string, attributes: Readonly<Record<string, string | number>>): SVGElement {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, `${value}`);
  return element;
}

/** Draws it; those on the way to `own` are marked. */
export function drawGraph(graph: Graph, path: readonly string[], own: string): SVGElement {
  const columns = Math.max(...graph.nodes.map((node) => node.column), 0) + 1;
  const rows = Math.max(...graph.nodes.map((node) => node.row), 0) + 1;
  const [width, height] = [columns * COLUMN + MARGIN, rows * ROW + MARGIN];
  const svg = shape("svg", { viewBox: `0 0 ${width} ${height}`, width, height, class: "path-graph", role: "img" });
  svg.setAttribute("aria-label", [...path, own].join(" told "));
  const on = new Set([...path, own]);
  const place = (node: GraphNode): [number, number] => [MARGIN + node.column * COLUMN, MARGIN + node.row * ROW];
  for (const [from, to] of graph.edges) {
    const [[x1, y1], [x2, y2]] = [place(from), place(to)];
    const line = shape("path", { d: `M${x1} ${y1} C${x1 + 50} ${y1} ${x2 - 60} ${y2} ${x2} ${y2}` });
    line.classList.add("edge");
    if (on.has(from.name) && on.has(to.name)) line.classList.add("own");
    svg.append(line);
  }
  for (const node of graph.nodes) {
    const [x, y] = place(node);
    const dot = shape("circle", { cx: x, cy: y, r: 6 });
    if (node.column === 0) dot.classList.add("witness");
    if (on.has(node.name)) dot.classList.add("own");
    if (node.step?.denied) dot.classList.add("denies");
    const label = shape("text", { x: x + 9, y: y + 4 });
    label.textContent = node.name;
    svg.append(dot, label);
  }
  return svg;
}
