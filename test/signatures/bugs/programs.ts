/** The programs with signature bugs, and their input. */
import { spawnSync } from 'node:child_process';
import { findLanguage } from '../../../scripts/languages.mjs';

type Command = readonly [command: string, ...rest: string[]];

interface Program {
  readonly language: 'node' | 'python' | 'php' | 'ruby' | 'go';
  readonly name: string;
  readonly version: Command;
  readonly run: Command;
}

export interface Task {
  readonly bodies: readonly string[];
  readonly secrets: Readonly<Record<string, string>>;
  readonly url: string;
  readonly path: string;
  readonly query: string;
  /** The time as seen by a program. */
  readonly seconds: number;
}

/** By `cause@secret#variant`, one for each body; null if the bug does not affect it. */
export type Digests = Readonly<Record<string, readonly (string | null)[]>>;

const file = (name: string): string => `${import.meta.dirname}/${name}`;
const rails =
  'require "logger"; require "action_controller"; puts "Rails #{ActionPack::VERSION::STRING}"';

const python = findLanguage('Python') ?? 'python3';

export const programs: readonly Program[] = [
  {
    language: 'node',
    name: 'Node',
    version: [process.execPath, '--version'],
    run: [process.execPath, file('bugs.ts')],
  },
  {
    language: 'python',
    name: 'Python',
    version: [python, '--version'],
    run: [python, file('bugs.py')],
  },
  { language: 'php', name: 'PHP', version: ['php', '--version'], run: ['php', file('bugs.php')] },
  {
    language: 'ruby',
    name: 'Ruby',
    version: ['ruby', '--version'],
    run: ['ruby', file('bugs.rb')],
  },
  {
    language: 'ruby',
    name: 'Rails',
    version: ['ruby', '-e', rails],
    run: ['ruby', file('rails.rb')],
  },
  { language: 'go', name: 'Go', version: ['go', 'version'], run: ['go', 'run', file('bugs.go')] },
];

const spawn = ([command, ...rest]: Command, input = '') =>
  spawnSync(command, rest, { input, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });

/** The installed version; null if there is none. */
export function versionOf({ version }: Program): string | null {
  const { status, stdout } = spawn(version);
  return status === 0 ? (stdout.split('\n', 1)[0] ?? '').trim() : null;
}

export function run({ name, run: command }: Program, task: Task): Digests {
  const { status, stdout, stderr } = spawn(command, JSON.stringify(task));
  if (status !== 0) throw new Error(`The bugs in ${name} failed: ${stderr}`);
  return JSON.parse(stdout);
}
