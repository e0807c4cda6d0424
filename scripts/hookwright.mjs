#!/usr/bin/env node
/** `npx hookwright …`: runs the program with the Node from the package. */
import { guarded } from './guarded.mjs';
import { runProgram } from './serve-headless.mjs';

await guarded(() => runProgram(process.argv.slice(2), process.cwd()));
