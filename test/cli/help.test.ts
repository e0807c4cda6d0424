/** Help and shell completion, on the commands of the program. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { examples } from '#cli/examples.ts';
import { createProgram } from '#cli/program.ts';
import { parseFilter } from '#shared/filter/parse.ts';
import { ensureBuild } from '../../scripts/ensure-build.mjs';
import { ownNode } from '../../scripts/node-binary.mjs';
import { cli } from '../e2e/support/start-host.ts';
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

const commands = new Map(commandsOf(createProgram('')));

it('every command has examples, of itself or its subcommands', () => {
  expect(
    [...commands.keys()].filter((path) => !examples[path]?.every((one) => one.includes(path))),
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
    const filter = /--filter (?:'([^']*)'|(\S+))/.exec(example);
    if (filter !== null)
      expect(parseFilter(filter[1] ?? filter[2] ?? '')).toMatchObject({ ok: true });
    const line = example.slice(example.indexOf('hookwright'));
    const longest = [...commands.keys()]
      .filter((path) => line === path || line.startsWith(`${path} `) || line.startsWith(`${path})`))
      .sort((a, b) => b.length - a.length)[0];
    const known = commands.get(longest ?? '')?.options.map(({ long }) => long);
    for (const [option] of line.matchAll(/(?<= )--[a-z-]+/g)) expect(known).toContain(option);
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
  await expect(createProgram('').parseAsync(args, { from: 'user' })).rejects.toThrow();
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
    expect(await suggestions('deliveries', 'co')).toContain('copy');
    expect(await suggestions('run', '--arch')).toContain('--archive');
    expect(await suggestions('run', '--archive', '')).toContain('never');
    for (const command of [['certify'], ['certify', 'sender']])
      expect(await suggestions(...command, '--profile', 'st')).toEqual(
        expect.arrayContaining(['standard-webhooks', 'stripe']),
      );
  });

  it.skipIf(process.platform === 'win32')(
    'works in bash without bash-completion (not on Windows)',
    () => {
      const script = `
      hookwright() { "${ownNode}" "${cli}" "$@"; }
      source <(hookwright completion bash)
      COMP_WORDS=(hookwright certify sender --profile stri)
      COMP_CWORD=4
      __hookwright_complete
      echo "\${COMPREPLY[*]}"`;
      const { stdout, stderr } = spawnSync('bash', ['--norc', '-c', script], { encoding: 'utf8' });
      expect(stderr).not.toContain('command not found');
      expect(stdout).toBe('stripe\n');
    },
  );

  it.each(['bash', 'zsh', 'fish'])('prints a script for %s', async (shell) => {
    const { code, stdout } = await run('completion', shell);
    expect(code).toBe(0);
    expect(stdout).toContain('hookwright complete --');
    if (shell === 'bash') expect(spawnSync('bash', ['-n'], { input: stdout }).status).toBe(0);
  });

  it('rejects an unknown shell', async () =>
    expect((await run('completion', 'tcsh')).code).toBe(2));
});
