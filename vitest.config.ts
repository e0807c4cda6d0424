import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';

// Threads and processes that run from the sources start in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node');

/** Files that take longest: the last one to start would otherwise run alone at the end. */
const slowFiles = [
  'test/contract/',
  'test/core/certification/',
  'test/explore/',
  'test/rehearsal/',
  'test/snippets/',
  'test/mcp/',
];

class SlowFilesFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const sorted = await super.sort(files);
    const isSlow = ({ moduleId }: (typeof sorted)[number]) =>
      slowFiles.some((folder) => moduleId.includes(folder));
    return [...sorted.filter(isSlow), ...sorted.filter((file) => !isSlow(file))];
  }
}

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts', 'test/**/*.test.tsx'],
    exclude: ['test/e2e/**', 'test/desktop-double/**', 'test/bench/**'],
    // Most tests wait for sockets and disks: three at a time keep two cores busy, more only crowd them.
    maxWorkers: 3,
    // Concurrent tests only wait.
    maxConcurrency: 10,
    sequence: { sequencer: SlowFilesFirst },
    // Real sockets and real files: a slow machine may need longer than the default 5 s.
    testTimeout: 20_000,
    hookTimeout: 20_000,
    // It imports JSON without the attribute that Node requires.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
});
