import { resolve } from "node:path";
import { defineConfig } from "vite";

const page = (name: string): string => resolve(import.meta.dirname, name);
const server = process.env.WOLD_URL ?? "http://127.0.0.1:7800";

export default defineConfig({
  build: {
    target: "es2022",
    rollupOptions: { input: { index: page("index.html"), inspect: page("inspect.html"), arena: page("arena.html"), league: page("league.html") } },
    // three.js alone is larger than the default warning level.
    chunkSizeWarningLimit: 1200,
  },
  server: {
    proxy: {
      "/api": server,
      "/ws": { target: server, ws: true },
      "/arena/ws": { target: server, ws: true },
      "/inspect/ws": { target: server, ws: true },
      "/inspect/map.png": server,
    },
  },
  test: { include: ["test/**/*.test.ts"] },
} as Parameters<typeof defineConfig>[0]);
