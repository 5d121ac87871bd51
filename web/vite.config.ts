import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import { defineConfig, type Plugin } from "vite";

const page = (name: string): string => resolve(import.meta.dirname, name);
const server = process.env.WOLD_URL ?? "http://127.0.0.1:7800";

/** Files that compress well lie beside their gzip, so that the host compresses nothing while it serves. */
const gzipped: Plugin = {
  name: "gzipped",
  writeBundle({ dir }) {
    const folder = dir ?? "dist";
    for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" })) {
      if (!/\.(html|js|css|svg|json)$/.test(name)) continue;
      const text = readFileSync(join(folder, name));
      const small = gzipSync(text, { level: 9 });
      if (small.length < text.length * 0.9) writeFileSync(join(folder, `${name}.gz`), small);
    }
  },
};

export default defineConfig({
  plugins: [gzipped],
  build: {
    target: "es2022",
    rollupOptions: { input: { index: page("index.html"), inspect: page("inspect.html"), arena: page("arena.html"), league: page("league.html"), parlour: page("parlour.html") } },
    // three.js alone is larger than the default warning level.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
      "/arena/ws": { target: server, ws: true },
      "/parlour/ws": { target: server, ws: true },
      "/inspect/ws": { target: server, ws: true },
      "/inspect/map.png": server,
    },
  },
  test: { include: ["test/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
