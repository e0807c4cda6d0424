import { expect, it } from 'vitest';
import type { z } from 'zod';
import { remoteOrigins } from '#shared/scenarios/origins.ts';
import { ScenarioFile } from '#shared/scenarios/schema/file.ts';
import { readText } from './in-memory.ts';

it.each([
  ['http://127.0.0.1:3000/', []],
  ['http://app.localhost/', []],
  ['http://[::1]/', []],
  ['http://127.example.com/', ['http://127.example.com']],
  ['http://localhost.example.com/', ['http://localhost.example.com']],
  ['http://{}/', ['http://{}']],
])('the remote origins of a scenario with %s are %j', async (url, origins) => {
  const { scenarios } = await readText(
    `scenario: 1\nname: x\ngiven: { servers: [{ name: own, url: '${url}' }] }\nwhen: [finish: {}]\n`,
  );
  expect(scenarios.map(remoteOrigins)).toEqual([origins]);
});

const remote = 'https://remote.example';
const url = `${remote}/{messageId}`;

const accepts = (schema: z.core.$ZodType, text: string): boolean =>
  (schema as z.ZodType).safeParse(text).success;

/** Whether only URLs are valid. */
const isUrl = (schema: z.core.$ZodType): boolean =>
  accepts(schema, url) && ['x', '1m', 'a/b.yaml'].every((text) => !accepts(schema, text));

/** Paths of URLs in the file. Items of a list are `[]`. */
function urlPaths(schema: z.core.$ZodType, path: string): readonly string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.entries(def.shape).flatMap(([name, field]) =>
        urlPaths(field, `${path}.${name}`),
      );
    case 'array':
      return urlPaths(def.element, `${path}[]`);
    case 'record':
      return urlPaths(def.valueType, `${path}[]`);
    case 'union':
      return def.options.flatMap((option) => urlPaths(option, path));
    case 'pipe':
      return urlPaths(def.in, path);
    case 'string':
      return isUrl(schema) || /url$/i.test(path) ? [path.slice(1)] : [];
    default:
      return 'innerType' in def ? urlPaths(def.innerType, path) : [];
  }
}

const server = (fields: string): string =>
  `given: { servers: [{ name: own, url: 'http://127.0.0.1:9', ${fields} }] }`;
const step = (text: string): string =>
  `given: { mocks: [{ name: own }], destinations: [{ name: Own }] }\nwhen: [${text}]`;

/** With the URL of each path. */
const scenarioOf: Readonly<Record<string, string>> = {
  'given.destinations[].webhooks[].url': `given: { destinations: [{ name: Own, webhooks: [{ url: '${url}' }] }] }`,
  'given.mocks[].forward.url': `given: { mocks: [{ name: own, forward: { url: '${url}' } }] }`,
  'given.servers[].url': `given: { servers: [{ name: own, url: '${url}' }] }`,
  'given.servers[].reset.url': server(`reset: { url: '${url}' }`),
  'given.servers[].lookUp': server(`lookUp: '${url}'`),
  'clock.notifyUrl': `clock: { notifyUrl: '${url}' }`,
  'when[].mock.forward.url': step(`{ mock: { name: own, forward: { url: '${url}' } } }`),
  'when[].destination.webhooks[].url': step(
    `{ destination: { name: Own, webhooks: [{ url: '${url}' }] } }`,
  ),
  'when[].check[].url': `${server('')}\nwhen: [{ check: [{ probe: own, url: '${url}', equals: 1 }] }]`,
  'then[].url': `${server('')}\nthen: [{ probe: own, url: '${url}', equals: 1 }]`,
  'when[].http.url': step(`{ http: { url: '${url}' } }`),
};

it('a URL must be valid', async () => {
  const { problems } = await readText(
    `scenario: 1\nname: x\nclock: { notifyUrl: 'own' }\nwhen: [finish: {}]\n`,
  );
  expect(problems).toMatchObject([{ message: 'Enter an http or https URL.' }]);
});

it('every URL of the scenario schema is covered', () => {
  expect([...new Set(urlPaths(ScenarioFile, ''))].sort()).toEqual(Object.keys(scenarioOf).sort());
});

it.each(Object.entries(scenarioOf))(
  'the remote origins include that of %s',
  async (_path, text) => {
    const when = text.includes('when:') ? '' : '\nwhen: [finish: {}]';
    const { scenarios, problems } = await readText(`scenario: 1\nname: x\n${text}${when}\n`);
    expect(problems).toEqual([]);
    expect(scenarios.map(remoteOrigins)).toEqual([[remote]]);
  },
);
