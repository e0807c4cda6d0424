import { expect, it } from 'vitest';
import { remoteOrigins } from '#shared/scenario/origins.ts';
import { readText } from './in-memory.ts';

it.each([
  ['http://127.0.0.1:3000/', []],
  ['http://app.localhost/', []],
  ['http://[::1]/', []],
  ['http://127.example.com/', ['http://127.example.com']],
  ['http://localhost.example.com/', ['http://localhost.example.com']],
])('the remote origins of a scenario with %s are %j', async (url, origins) => {
  const { scenarios } = await readText(
    `scenario: 1\nname: x\ngiven: { external: [{ name: own, url: '${url}' }] }\nwhen: [settle: {}]\n`,
  );
  expect(scenarios.map(remoteOrigins)).toEqual([origins]);
});
