#!/usr/bin/env node
/** `npx hookwright …` where the package is installed: the program, run by the Node it brings. */
import { guarded } from './guarded.mjs';
import { runProgram } from './serve-headless.mjs';

await guarded(() => runProgram(process.argv.slice(2), process.cwd()));
