/** Help and shell completion, on the commands of the program. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { examples } from '#main/hosts/cli/examples.ts';
import { createProgram } from '#main/hosts/cli/program.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { cli } from '#test/e2e/support/start-host.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';
import { ensureBuild } from '../../../scripts/ensure-build.mjs';
import { ownNode } from '../../../scripts/node-binary.mjs';
import { project } from '../headless/support/run-cli.ts';
import { runCommand } from '../headless/support/run-command.ts';

function commandsOf(command: Command, group = ''): readonly [string, Command][] {
  const path = `${group}${command.name()}`;
  return [
    [path, command],
    ...command.commands
      .filter((one) => one.name() !== 'complete')
      .flatMap((one) => commandsOf(one, `${path} `)),
  ];
}

const commands = new Map(commandsOf(await createProgram('')));

/** Those of operations are derived from the contract. */
const isOperation = (path: string): boolean => path.startsWith('hookwright api ');

it('every command has examples, of itself or its subcommands', () => {
  expect(
    [...commands.keys()].filter(
      (path) => !isOperation(path) && !examples[path]?.every((one) => one.includes(path)),
    ),
  ).toEqual([]);
  expect(Object.keys(examples).filter((path) => !commands.has(path))).toEqual([]);
});

it('the table of the reference lists every command', () => {
  const reference = readFileSync('docs/reference/cli.md', 'utf8');
  const rows = [...reference.matchAll(/^\| \[`([a-z]+)`\]/gm)].map(
    ([, name]) => `hookwright ${name}`,
  );
  expect(rows.toSorted()).toEqual(
    [...commands.keys()].filter((path) => path.split(' ').length === 2).sort(),
  );
});

it.each(Object.values(examples).flat())(
  '%s has only known options and a valid filter',
  (example) => {
    const filter = /(?:--filter |filter=)(?:'([^']*)'|(\S+))/.exec(example);
    if (filter !== null)
      expect(parseFilter(filter[1] ?? filter[2] ?? '')).toMatchObject({ ok: true });
    const line = example.slice(example.indexOf('hookwright'));
    const longest = [...commands.keys()]
      .filter((path) => line === path || line.startsWith(`${path} `) || line.startsWith(`${path})`))
      .sort((a, b) => b.length - a.length)[0];
    const known = commands.get(longest ?? '')?.options.map(({ long }) => long);
    for (const [option] of line.matchAll(/(?<= )--[a-z-]+/g))
      expect(['--help', ...(known ?? [])]).toContain(option);
  },
);

it.each([
  [['x\n::error::y'], "unknown command 'x‹LF›::error::y'"],
  [['serve', '--a\u001b[2J'], "unknown option '--a‹U+001B›[2J'"],
  [['serve', '--port', '1\r\n::error::y'], "argument '1‹CR›‹LF›::error::y' is invalid."],
  [['serve', '--port=1\n##vso[task]'], "argument '1‹LF›## vso[task]' is invalid."],
  [['run', '--seed', '\u009b2J\n(Did you mean x?)'], "'‹U+009B›2J‹LF›(Did you mean x?)'"],
  [['serv'], "unknown command 'serv'\n(Did you mean serve?)\n"],
])('shows arguments in one line: %j', async (args, shown) => {
  const spy = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  onTestFinished(() => spy.mockRestore());
  const program = await createProgram('', args[0]);
  await expect(program.parseAsync(args, { from: 'user' })).rejects.toThrow();
  const text = spy.mock.calls.map(([chunk]) => String(chunk)).join('');
  expect(text).toMatch(/^hookwright: /);
  expect(text).toContain(shown);
  expect(text).not.toMatch(/[^\P{Cc}\n]|^::/mu);
});

describe('completion', () => {
  beforeAll(ensureBuild);
  const run = (...args: string[]) => runCommand(project, args);
  const suggestions = async (...words: string[]) => {
    const { stdout } = await run('complete', '--', ...words);
    return stdout.split('\n').map((line) => line.split('\t')[0]);
  };

  it('suggests commands, subcommands and options', async () => {
    expect(await suggestions('cert')).toContain('certify');
    expect(await suggestions('api', 'deliveries.co')).toContain('deliveries.count');
    const operations = (await suggestions('api', '')).slice(0, -2);
    expect(operations.filter((word) => !/^[a-zA-Z.]+$/.test(word ?? ''))).toEqual([]);
    expect(await suggestions('api', 'jobs.start', '')).toContain('kind=');
    expect(await suggestions('api', 'jobs.start', 'kind=retry', 'fil')).toEqual([
      'filter=',
      ':4',
      '',
    ]);
    expect(await suggestions('api', 'jobs.start', 'kind=f')).toEqual([':4', '']);
    expect(await suggestions('run', '--arch')).toContain('--archive');
    expect(await suggestions('run', '--archive', '')).toContain('never');
    for (const command of [['certify'], ['certify', 'sender']])
      expect(await suggestions(...command, '--profile', 'st')).toEqual(
        expect.arrayContaining(['standard-webhooks', 'stripe']),
      );
  });

  /** Completes a line of words as bash does. */
  function completeInBash(words: readonly string[]) {
    const folder = temporaryFolder();
    const script = `
      hookwright() { "${ownNode}" "${cli}" "$@"; }
      source <(hookwright completion bash)
      COMP_WORDS=("$@")
      COMP_CWORD=$(($# - 1))
      __hookwright_complete
      echo "\${COMPREPLY[*]}"`;
    const run = spawnSync('bash', ['--norc', '-c', script, 'bash', ...words], {
      ...{ cwd: folder, encoding: 'utf8' },
    });
    return { ...run, files: readdirSync(folder) };
  }
  const isWindows = process.platform === 'win32';

  it.skipIf(isWindows)('works in bash without bash-completion (not on Windows)', () => {
    const words = ['hookwright', 'certify', 'sender', '--profile'];
    const { stdout, stderr } = completeInBash([...words, 'stri']);
    expect(stderr).not.toContain('command not found');
    expect(stdout).toBe('stripe\n');
    expect(completeInBash([...words, '']).stdout).toContain('stripe');
  });

  it.skipIf(isWindows)('runs nothing of the command line in bash (not on Windows)', () => {
    const hostile = ['$(touch a)', '`touch b`', '>', 'c', '>d', ';', 'touch', 'e', '"$(touch f)"'];
    const words = ['hookwright', ...hostile, 'certify', 'sender', '--profile', 'stri'];
    expect(completeInBash(words).files).toEqual([]);
  });

  /** Where the library's scripts would run typed words, which only bash is here to show. */
  it.each([
    ['bash', /eval "/],
    ['zsh', /\(eval |-P \$\{BASH/],
    ['fish', /eval /],
    ['powershell', /-replace "'"/],
  ])('prints a script for %s that quotes what was typed', async (shell, unquoted) => {
    const { code, stdout } = await run('completion', shell);
    expect(code).toBe(0);
    expect(stdout).toMatch(/hookwright complete (?:'--'|--)/);
    expect(stdout).not.toMatch(unquoted);
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
  });

  it('rejects an unknown shell', async () =>
    expect((await run('completion', 'tcsh')).code).toBe(2));
});
