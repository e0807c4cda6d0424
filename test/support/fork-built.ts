/** Starts the built processes of a run: those of the source tree take three times as long to load. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { forkFile, type StartChild } from '#main/hosts/sandbox/child.ts';

const folder = join(import.meta.dirname, '../../out/node');

export const forkBuilt: StartChild = (name, options) =>
  forkFile(pathToFileURL(join(folder, `${name}.js`)), options);
