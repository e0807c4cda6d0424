/** Runs a program until it exits. */
import { spawn } from 'node:child_process';
import { projectFolder } from './project.mjs';

/**
 * @typedef {object} RunOptions
 * @property {NodeJS.ProcessEnv} [env]
 * @property {boolean} [shell]
 * @property {boolean} [quiet] Returns the output instead of printing it.
 * @property {AbortSignal} [signal] Kills the program.
 */

/**
 * The program's output goes to stderr, so that stdout stays free.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {RunOptions} [options]
 * @returns {Promise<{ code: number, output: string }>} 127 if the program does not exist.
 */
export function run(program, args, { env, shell = false, quiet = false, signal } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(program, args, {
      cwd: projectFolder,
      env: env ?? process.env,
      shell,
      stdio: ['ignore', quiet ? 'pipe' : 2, quiet ? 'pipe' : 2],
      ...(signal ? { signal, killSignal: 'SIGKILL' } : {}),
    });
    const keep = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout?.on('data', keep);
    child.stderr?.on('data', keep);
    child.on('error', (error) => resolve({ code: 127, output: output || error.message }));
    child.on('close', (code) => resolve({ code: code ?? 1, output }));
  });
}
