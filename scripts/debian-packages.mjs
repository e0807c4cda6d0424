/** Installs packages of Debian and its derivatives, for the tests. */
import { existsSync } from 'node:fs';
import { say } from './project.mjs';
import { run } from './run.mjs';

const timeoutMs = 480_000;

/** What runs a command as root; null if nothing does without asking. CI may use sudo. */
function rootCommand() {
  if (process.getuid?.() === 0) return [];
  return process.env.CI ? ['sudo', '-n'] : null;
}

/**
 * @param {readonly string[]} packages
 * @returns {Promise<string | null>} Why they could not be installed.
 */
export async function installPackages(packages) {
  if (process.platform !== 'linux' || !existsSync('/usr/bin/apt-get')) return 'this is not Debian';
  const asRoot = rootCommand();
  if (asRoot === null) return 'only root can install packages';
  say(`Installing Debian's ${packages.join(', ')} for the tests …`);
  const signal = AbortSignal.timeout(timeoutMs);
  /** @param {readonly string[]} args */
  const apt = (args) => {
    const [program, ...rest] = [...asRoot, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get'];
    return run(program ?? '', [...rest, ...args], { quiet: true, signal });
  };
  await apt(['update']);
  const { code, output } = await apt(['install', '-y', '--no-install-recommends', ...packages]);
  if (code !== 0) say(output.trimEnd().split('\n').slice(-3).join('\n'));
  return code === 0 ? null : 'apt-get failed';
}
