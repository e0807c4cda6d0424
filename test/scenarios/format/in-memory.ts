import { posix } from 'node:path';
import type { ScenarioFiles } from '#shared/scenarios/files.ts';
import { type ReadOptions, readScenario } from '#shared/scenarios/read.ts';

/** A repository in memory; paths are relative to it. */
export const filesInMemory = (texts: Readonly<Record<string, string>>): ScenarioFiles => ({
  resolve(from, name) {
    const path = posix.normalize(posix.join(posix.dirname(from), name));
    return path.startsWith('..') || posix.isAbsolute(name) ? null : path;
  },
  read: async (path) => {
    const text = texts[path];
    return text === undefined ? { kind: 'file_missing' } : { kind: 'text', text };
  },
  exists: async (path) => texts[path] !== undefined,
});

export const readText = (
  text: string,
  others: Readonly<Record<string, string>> = {},
  options: Partial<ReadOptions> = {},
) =>
  readScenario('s.yaml', {
    files: filesInMemory({ 's.yaml': text, ...others }),
    set: {},
    environment: {},
    isCheck: false,
    ...options,
  });
