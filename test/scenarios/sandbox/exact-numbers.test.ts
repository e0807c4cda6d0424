/** Numbers that a double can't represent reach mock endpoints as a scenario gives them (D46). */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runFile } from '#test/support/run-scenario.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const id = '1236546565217899832645';
const other = '1236546565217899832640';

const scenario = `
scenario: 1
name: Numbers
given:
  sources: [{ name: Shop }]
  mocks:
    - name: shop
      rules:
        - { match: { properties: { id: ${other} } }, status: 503, times: 100 }
        - { match: { properties: { id: ${id} } }, status: 202, times: 100 }
  destinations: [{ name: Orders, sources: [Shop], webhooks: [{ mock: shop }] }]
  traits:
    - { name: Total, source: Shop, values: { users: { u1: ${id}, u2: 1e400 } } }
    - { name: Other, source: Shop, values: { file: values.jsonl } }
when:
  - { id: inline, send: { source: Shop, message: { type: track, userId: u, event: E, properties: { id: ${id}, e: 1e400, l: [-9007199254740993] } } } }
  - { id: lines, send: { source: Shop, fixture: lines.jsonl } }
  - { id: list, send: { source: Shop, fixture: list.json } }
  - { id: total, sync: { trait: Total } }
  - { id: other, sync: { trait: Other } }
then:
  - { name: by filter, requests: 'body.properties.id=${id} status=202', mock: shop, count: 3 }
  - { name: not the rounded one, requests: 'body.properties.id=${other} or status=503', mock: shop, count: 0 }
  - { name: equal, requests: 'step:inline', body: { properties: { id: ${id}, e: 1e400, l: [-9007199254740993] } } }
  - { name: any number, requests: 'step:inline', body: { properties: { id: { $any: number } } } }
  - { name: planted, requests: 'step:inline', body: { properties: { id: ${other} } } }
`;

it('keeps every digit, in messages, traits, fixtures, rules, filters and expectations', async () => {
  const folder = temporaryFolder();
  mkdirSync(folder, { recursive: true });
  const message = `{"type":"track","userId":"u","event":"E","properties":{"id":${id},"e":1e400}}`;
  writeFileSync(join(folder, 'scenario.yaml'), scenario);
  writeFileSync(
    join(folder, 'lines.jsonl'),
    `${message}\n{"type":"page","userId":"u","name":"n"}\n`,
  );
  writeFileSync(join(folder, 'list.json'), `[${message}]`);
  writeFileSync(join(folder, 'values.jsonl'), `{"userId":"u1","value":{"deep":${id}}}\n`);
  const { events, failing, report } = await runFile(join(folder, 'scenario.yaml'));
  expect(report.inconclusive).toEqual([]);
  expect(failing).toEqual(['planted']);
  const bodies = events.flatMap((event) =>
    event.kind === 'request' && event.attempt === 1 ? [event.body] : [],
  );
  const numbers = bodies.map((body) => body.match(/-?\d{16,}|1e400/g) ?? []);
  expect(numbers.toSorted()).toEqual(
    [
      [id],
      [id],
      ['1e400'],
      [],
      [id, '1e400'],
      [id, '1e400'],
      [id, '1e400', '-9007199254740993'],
    ].toSorted(),
  );
});
