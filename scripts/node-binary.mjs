/** Which Node runs what. */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { inProject } from './project.mjs';

/** The name of the file that runs. */
export const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node';

/** The Node that the `node` package brings: the major that Electron embeds, on any machine. */
export const ownNode = inProject('node_modules', 'node', 'bin', nodeFile);

/**
 * The machine's own Node, which stays in place while node_modules is replaced.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function machineNode(env = process.env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter);
  const found = folders
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, nodeFile))
    .find((path) => existsSync(path));
  return found ?? process.execPath;
}

/**
 * npm's program file, so that it can be run without a shell; null when only a shell finds it.
 * @param {string} node
 */
export function npmProgram(node) {
  const beside = dirname(realpathSync(node));
  const candidates = [
    process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : '',
    join(beside, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(beside, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Programs of the packages, run by our own Node, come first. */
export function ownEnvironment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [dirname(ownNode), inProject('node_modules', '.bin'), process.env[name] ?? ''];
  return { ...process.env, [name]: path.join(delimiter) };
}
