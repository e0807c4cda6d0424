#!/usr/bin/env node
/** The command `hookwright`. */
import { keepCompiledCode } from './code-cache.ts';

keepCompiledCode();
// Loaded afterwards, so that its code is kept. No top-level await: the command of the npm package requires this module.
void import('./command-line.ts');
