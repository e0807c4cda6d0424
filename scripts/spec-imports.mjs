/** Which files a browser spec depends on. The specs have no list of their own, as Vitest has for unit tests. */
import { readFileSync, statSync } from 'node:fs';
import { posix } from 'node:path';
import { inProject } from './project.mjs';

/** A program, in quotes: imported, started or bundled. */
const quotedFile = /(['"`])([^'"`\n]+\.(?:[mc]?[jt]s|tsx|html))\1/g;

/** @param {string} file */
const isFile = (file) => statSync(inProject(file), { throwIfNoEntry: false })?.isFile() ?? false;

/** @type {Map<string, readonly string[]>} */
const known = new Map();

/** Files below `test` and `scripts` that a file names. All others are the product. @param {string} file */
function namedIn(file) {
  const before = known.get(file);
  if (before !== undefined) return before;
  const text = readFileSync(inProject(file), 'utf8');
  const named = [...text.matchAll(quotedFile)]
    .map(([, , name = '']) => name)
    .flatMap((name) => [
      name.startsWith('#test/') ? name.slice(1) : posix.join(posix.dirname(file), name),
      // By a path in the project.
      posix.normalize(name),
    ])
    .filter((name) => /^(test|scripts)\//.test(name) && isFile(name));
  known.set(file, named);
  return named;
}

/** A spec, the configuration of the runner, and all that these name, directly or not. @param {string} spec */
export function dependenciesOf(spec) {
  const reached = new Set([spec, 'playwright.config.ts']);
  // A set also visits what is added meanwhile.
  for (const file of reached) for (const name of namedIn(file)) reached.add(name);
  return reached;
}
