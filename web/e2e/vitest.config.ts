import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    // One server and one browser at a time; software rendering is slow.
    fileParallelism: false,
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // A browser that renders in software now and then misses a moment on a busy machine.
    retry: 1,
  },
});
