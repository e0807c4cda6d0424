/** Paths of Node and npm. */
import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { inProject } from './project.mjs';

export const nodeFile = process.platform === 'win32' ? 'node.exe' : 'node';

/** Node from the `node` package, with the same major version as in Electron. */
export const ownNode = inProject('node_modules', 'node', 'bin', nodeFile);

/**
 * The system's Node, which is not affected when node_modules is replaced.
 * @param {NodeJS.ProcessEnv} [env]
 */
export function machineNode(env = process.env) {
  const folders = (env.PATH ?? env.Path ?? '').split(delimiter);
  const binary = folders
    .filter((folder) => folder !== '' && !folder.includes('node_modules'))
    .map((folder) => join(folder, nodeFile))
    .find((path) => existsSync(path));
  return binary ?? process.execPath;
}

/**
 * npm's script, which can run without a shell; null if only a shell finds npm.
 * @param {string} node
 */
export function npmProgram(node) {
  const nodeFolder = dirname(realpathSync(node));
  const candidates = [
    process.env.npm_execpath?.endsWith('npm-cli.js') ? process.env.npm_execpath : '',
    join(nodeFolder, 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'lib', 'node_modules', 'npm', 'bin', 'npm-cli.js'),
    join(nodeFolder, '..', 'share', 'nodejs', 'npm', 'bin', 'npm-cli.js'),
  ];
  return candidates.find((path) => path && existsSync(path)) ?? null;
}

/** Puts our Node and the programs of installed packages first in PATH. */
export function ownEnvironment() {
  const name = Object.keys(process.env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
  const path = [dirname(ownNode), inProject('node_modules', '.bin'), process.env[name] ?? ''];
  return { ...process.env, [name]: path.join(delimiter) };
}
