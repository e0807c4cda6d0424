import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { runCommandText } from '#shared/scenario/command.ts';

const command = runCommandText({
  ...{ file: 'a file.yaml', seed: 7, case: null },
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
    '--set',
    "note=it's",
    '--set',
    'token=a b',
  ]);
});

it('fails in a shell without the secret, and names it', () => {
  const { status, stderr } = argumentsIn({});
  expect(status).not.toBe(0);
  expect(stderr).toContain('SHOP_TOKEN');
});
