import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// Threads and processes that run from the sources start in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node');

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/desktop-double/**', 'test/bench/**'],
    // Most tests wait for sockets and disks: three at a time keep two cores busy, more only crowd them.
    maxWorkers: 3,
    // Concurrent tests only wait.
    maxConcurrency: 10,
    // Real sockets and real files: a slow machine may need longer than the default 5 s.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // It imports JSON without the attribute that Node requires.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
});
