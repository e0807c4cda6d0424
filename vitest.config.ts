import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { patienceMs } from './scripts/test-patience.mjs';

// Threads and processes that run from the sources start in half the time.
process.env.NODE_COMPILE_CACHE ??= resolve(import.meta.dirname, 'node_modules/.cache/node');

/** Files that take longest: the last one to start would otherwise run alone at the end. */
const slowFiles = [
  'test/contract/rest-scenarios',
  'test/certification/',
  'test/scenarios/explore/',
  'test/hosts/headless/certify-sender',
  'test/scenarios/sandbox/',
  'test/snippets/',
  'test/hosts/mcp/',
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
    // Starting a process and importing the product for every file would cost more than the tests.
    isolate: false,
    // Most tests wait for sockets and disks: three at a time keep two cores busy, more only crowd them.
    maxWorkers: 3,
    // Concurrent tests only wait.
    maxConcurrency: 10,
    sequence: { sequencer: SlowFilesFirst },
    // These end hangs; they do not measure. No test sets limits of its own.
    testTimeout: patienceMs.test,
    hookTimeout: patienceMs.test,
    expect: { poll: { timeout: patienceMs.expect, interval: 20 } },
    // It imports JSON without the attribute that Node requires.
    server: { deps: { inline: ['@actions/workflow-parser'] } },
  },
});
