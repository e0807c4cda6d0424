import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { exploreCommandText, runCommandText } from '#shared/scenarios/command.ts';
import { ScenarioFile } from '#shared/scenarios/schema/file.ts';
import { resolveVariables } from '#shared/scenarios/variables.ts';

const command = runCommandText({
  ...{ file: 'a file.yaml', seed: 7, case: null, untilMs: 5_000 },
  allowOrigins: ['https://shop.example'],
  set: { note: "it's", token: 'typed-secret' },
  secretVariables: { token: 'SHOP_TOKEN' },
});
// Prints the arguments instead of running them.
const argumentsIn = (environment: NodeJS.ProcessEnv) =>
  spawnSync('sh', ['-c', command.replace('npx', String.raw`printf '%s\n'`)], {
    ...{ encoding: 'utf8', env: { PATH: process.env.PATH, ...environment } },
  });

it('takes secrets from the environment, in a command for a shell', () => {
  expect(command).not.toContain('typed-secret');
  const { stdout } = argumentsIn({ SHOP_TOKEN: 'a b' });
  expect(stdout.trimEnd().split('\n').slice(1)).toEqual([
    'run',
    'a file.yaml',
    '--seed',
    '7',
    '--until',
    '5000ms',
    '--allow-origin',
    'https://shop.example',
    '--set',
    "note=it's",
    '--set',
    'token=a b',
  ]);
});

it.each([
  'a\u0003\ntouch x\n#',
  "it's $(touch x) `touch x`",
  '\u001b]0;x\u0007\u202e',
  '-x!',
  '\\',
])('passes %j as it is, in a command without control characters', (text) => {
  const repeated = runCommandText({
    ...{ file: text, seed: 1, case: text, untilMs: null, allowOrigins: [text] },
    ...{ set: { note: text }, secretVariables: {} },
  });
  expect(repeated).not.toMatch(/\p{C}/u);
  const { stdout } = spawnSync('sh', ['-c', repeated.replace('npx', String.raw`printf '%s\0'`)], {
    encoding: 'utf8',
  });
  expect(stdout.split('\0').slice(1, -1)).toEqual([
    ...['run', text, '--seed', '1', '--case', text, '--allow-origin', text],
    ...['--set', `note=${text}`],
  ]);
});

it('accepts no name of an environment variable that a shell would run', () => {
  const file = (env: string) =>
    ScenarioFile.safeParse({
      ...{ scenario: 1, name: 'x', when: [{ finish: {} }] },
      variables: { token: { env, secret: true } },
    }).success;
  expect(['SHOP_TOKEN', '(touch x)', 'A";touch x;"', '1A', 'A\n'].map(file)).toEqual([
    ...[true, false, false, false, false],
  ]);
});

it('has an empty value without the secret, which counts as unset', () => {
  const { stdout } = argumentsIn({});
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('token=');
  const { values, missing } = resolveVariables(
    { token: { env: 'SHOP_TOKEN', secret: true } },
    { set: { token: '' }, environment: {}, ofCase: {} },
  );
  expect(values).toEqual({});
  expect(missing.token).toContain('SHOP_TOKEN');
});

it('takes no property of objects for a value', () => {
  const sources = { set: {}, environment: {}, ofCase: {} };
  const { values } = resolveVariables({ constructor: 'x' }, sources);
  expect(values).toEqual({ constructor: 'x' });
});

it('runs a race condition several times', () => {
  const choice = { file: 'a.yaml', seed: 1, case: null, set: {}, secretVariables: {} };
  const text = runCommandText({ ...choice, untilMs: null, allowOrigins: [], repeat: 10 });
  expect(text).toBe('npx hookwright run a.yaml --seed 1 --repeat 10');
});

it('repeats an exploration with everything that it was given', () => {
  const text = exploreCommandText({
    ...{ file: 'a.yaml', seed: 1, case: 'big', set: { base: 'x' }, secretVariables: {} },
    ...{ allowOrigins: [], disturbances: ['duplicate'], server: 'shop', budgetMs: null },
    ...{ maxRuns: 3, allowIncomplete: true, responsesOnly: true, stallMs: null, limitMs: 9_000 },
  });
  expect(text).toBe(
    'npx hookwright explore a.yaml --seed 1 --case big --disturb duplicate --server shop --runs 3 --allow-incomplete --responses-only --limit 9000ms --set base=x',
  );
});
