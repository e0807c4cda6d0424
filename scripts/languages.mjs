/** The languages, frameworks and tools that tests run besides Node, and how Debian names their packages. */
import { spawnSync } from 'node:child_process';
import { installPackages } from './debian-packages.mjs';
import { say } from './project.mjs';

/**
 * @typedef {object} Language
 * @property {() => string | null} find Its program; null if it is not installed.
 * @property {readonly string[]} packages
 */

/** @param {string} program @param {...string} args @returns {() => string | null} */
const command =
  (program, ...args) =>
  () =>
    spawnSync(program, args, { stdio: 'ignore' }).status === 0 ? program : null;

/** The Python in PATH may be another one than Debian's, which its packages are for. */
const pythons = ['python3', '/usr/bin/python3'];

/** @param {...string} modules @returns {() => string | null} */
const python =
  (...modules) =>
  () => {
    const code = `import ${['sys', ...modules].join(', ')}; print(sys.executable)`;
    for (const program of pythons) {
      const { status, stdout } = spawnSync(program, ['-c', code], { encoding: 'utf8' });
      // The program itself, since the one in PATH may be a slow script that looks for it.
      if (status === 0) return stdout.trim();
    }
    return null;
  };

/** @type {Readonly<Record<string, Language>>} */
const languages = {
  Python: { find: python('http.server'), packages: ['python3'] },
  'Python with cryptography': {
    find: python('cryptography'),
    packages: ['python3-cryptography'],
  },
  Flask: { find: python('flask'), packages: ['python3-flask'] },
  FastAPI: { find: python('fastapi', 'uvicorn'), packages: ['python3-fastapi', 'python3-uvicorn'] },
  Django: { find: python('django'), packages: ['python3-django'] },
  Go: { find: command('go', 'version'), packages: ['golang-go'] },
  Ruby: { find: command('ruby', '--version'), packages: ['ruby'] },
  Sinatra: {
    find: command('ruby', '-e', 'require "sinatra/base"; require "webrick"'),
    packages: ['ruby-sinatra', 'ruby-webrick'],
  },
  PHP: { find: command('php', '--version'), packages: ['php-cli'] },
  Java: { find: command('javac', '--version'), packages: ['default-jdk-headless'] },
  bash: { find: command('bash', '--version'), packages: ['bash'] },
  curl: { find: command('curl', '--version'), packages: ['curl'] },
  jq: { find: command('jq', '--version'), packages: ['jq'] },
  openssl: { find: command('openssl', 'version'), packages: ['openssl'] },
  'desktop-file-validate': {
    find: command('desktop-file-validate', '--help'),
    packages: ['desktop-file-utils'],
  },
};

/** @type {Map<string, string | null>} */
const found = new Map();

/**
 * The program of a language; null if it is not installed.
 * @param {string} name
 */
export function findLanguage(name) {
  const known = found.get(name);
  if (known !== undefined) return known;
  const program = languages[name]?.find() ?? null;
  found.set(name, program);
  return program;
}

export const missingLanguages = () =>
  Object.keys(languages).filter((name) => findLanguage(name) === null);

/** @param {readonly string[]} names */
const listed = (names) =>
  names.length < 2 ? names.join('') : `${names.slice(0, -1).join(', ')} and ${names.at(-1)}`;

/** @param {readonly string[]} names */
const areMissing = (names) => `${listed(names)} ${names.length > 1 ? 'are' : 'is'} not installed`;

/** Installs what Debian has. Tests of languages that are still missing are skipped. */
export async function installLanguages() {
  const missing = missingLanguages();
  if (missing.length === 0) return;
  const problem = await installPackages(missing.flatMap((name) => languages[name]?.packages ?? []));
  found.clear();
  if (problem !== null) say(`${areMissing(missingLanguages())}: ${problem}.`);
}

/** The reason of a skipped test. @param {string} name */
export const isMissing = (name) => areMissing([name]);

/**
 * Lines for a summary of skipped tests, with one for all missing languages.
 * @param {ReadonlyMap<string, number>} skips Skipped tests by reason.
 */
export function skipLines(skips) {
  const missing = Object.keys(languages).filter((name) => skips.has(isMissing(name)));
  const count = missing.reduce((sum, name) => sum + (skips.get(isMissing(name)) ?? 0), 0);
  const others = [...skips].filter(([reason]) => !missing.map(isMissing).includes(reason));
  return [
    ...(count === 0 ? [] : [`skipped ${count}: ${areMissing(missing)} (npm test -- --install)`]),
    ...others.map(([reason, number]) => `skipped ${number}: ${reason}`),
  ];
}
