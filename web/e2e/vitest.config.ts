import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["e2e/**/*.test.ts"],
    // One server and one browser at a time; software rendering is slow.
    fileParallelism: false,
    // No test and no hook goes on for longer than two minutes, unless it says a limit of its own; what is waited for inside has less patience, so that
    // a failure says what never came. Nothing is tried again: a test that fails now and then has a reason.
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});
