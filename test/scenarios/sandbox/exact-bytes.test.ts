/** Bodies of provider events are sent and recorded byte for byte, and reports show numbers as they were sent. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readText } from '#test/scenarios/format/in-memory.ts';
import { runFile, type TestRun } from '#test/support/run-scenario.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

const scenario = (
  when: readonly object[],
  then: readonly object[],
  steps: readonly object[] = [],
) =>
  JSON.stringify({
    scenario: 1,
    name: 'Bytes',
    given: {
      mocks: [{ name: 'shop', secret: 's3cret', ...(steps.length > 0 && { steps }) }],
      destinations: [
        { name: 'Code', profile: 'github', sharedSecret: 's3cret', webhooks: [{ mock: 'shop' }] },
      ],
    },
    when,
    then,
  });

const payload = (fields: object) => ({ payload: { destination: 'Code', ...fields } });

const line = (body: string, second: number): string =>
  JSON.stringify({
    kind: 'hookwright.payload',
    receivedAt: new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString(),
    ...{ event: 'push', body },
  });

function run(text: string, fixture: string | Uint8Array = ''): Promise<TestRun> {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'scenario.yaml'), text);
  writeFileSync(join(folder, 'events.jsonl'), fixture);
  return runFile(join(folder, 'scenario.yaml'));
}

const bodies = [
  '{"id":9007199254740993,"price":1.0,"url":"https:\\/\\/a.example","half":"\\ud800","id":2}',
  '\ufeff{"id":1}',
  '{\r\n"id": 1e400\r\n}\r\n',
  ' \t{"é":"\\u00e9","line":"\u2028","clef":"\ud834\udd1e"}',
  JSON.stringify({ text: 'x'.repeat(1_048_576 - '{"text":""}'.length) }),
];

describe('the body of an event', () => {
  it('is sent byte for byte, as text and from a file, except for placeholders in text', async () => {
    // The YAML of a scenario has at most 1 MB.
    const texts = bodies.slice(0, -1);
    const unchanged = [...bodies, '{"n":"{n}","id":"{uuid}","at":"{now}","i":"{int:1-9}"}'];
    const { report, events, failing } = await run(
      scenario(
        [
          payload({ fixture: 'events.jsonl' }),
          { finish: {} },
          ...texts.map((body) => payload({ body, event: 'push' })),
          payload({ body: '{"n":"{n}","i":"{int:7-7}"}', event: 'push' }),
        ],
        [{ name: 'valid', requests: '', signature: 'valid' }],
      ),
      // As some editors save it.
      `\ufeff${unchanged.map(line).join('\r\n')}\r\n`,
    );
    expect(failing).toEqual([]);
    expect(report).toMatchObject({ verdict: 'passed', inconclusive: [] });
    const sent = events.flatMap((event) => (event.kind === 'request' ? [event.body] : []));
    expect(sent).toEqual([...unchanged, ...texts, '{"n":"1","i":7}']);
    const kept = events.flatMap((event) => (event.kind === 'message' ? [event.body] : []));
    expect(kept).toEqual(sent);
  });

  it('is reported with its numbers as they were sent, and compared by their values', async () => {
    const numbers = ['1.0', '100e0', '0.10', '-0', '1E2', '9007199254740993', '1e400'];
    const { report, failing } = await run(
      scenario(
        [payload({ body: `{"list":[${numbers.join()}]}`, event: 'push' })],
        [
          ...numbers.map((_, at) => ({
            name: `filter ${at}`,
            requests: `body.list[${at}]=77`,
            count: 1,
          })),
          { name: 'body', requests: '', body: { list: 'none' } },
          { name: 'value', requests: 'body.list[0]=1 body.list[4]=100', count: 1 },
        ],
      ),
    );
    expect(failing).toEqual([...numbers.map((_, at) => `filter ${at}`), 'body']);
    const found = report.checks.flatMap(({ nearest }) =>
      nearest.map(({ terms }) => terms[0]?.found),
    );
    expect(found).toEqual(numbers);
    expect(report.checks.find(({ name }) => name === 'body')?.found).toContain(numbers.join());
  });
});

describe('text without bytes in UTF-8', () => {
  const half = '{"a":"\ud800"}';

  it.each([
    ['payload', [payload({ body: half, event: 'push' })], []],
    ['copy', [{ copy: { filter: '', body: half } }], []],
    ['http', [{ http: { method: 'POST', url: 'http://127.0.0.1:1/', body: half } }], []],
    ['response', [payload({ sample: 'github.push' })], [{ body: half }]],
  ])('is a problem of the file: %s', async (_, when, steps) => {
    const { problems } = await readText(
      scenario(when, [{ lost: 0 }], steps),
      {},
      { isCheck: true },
    );
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining('surrogate')]);
  });

  it.each([
    ['half of a surrogate pair', line(half, 0), 'step_failed'],
    ['other bytes', Buffer.from(line('{"a":"\u00e9"}', 0), 'latin1'), 'fixture_invalid'],
  ])('makes a run with a fixture inconclusive: %s', async (_, fixture, code) => {
    const { report, events } = await run(
      scenario([payload({ fixture: 'events.jsonl' })], [{ requests: '', count: 0 }]),
      fixture,
    );
    expect(report).toMatchObject({ verdict: 'inconclusive', inconclusive: [{ code }] });
    expect(events.filter(({ kind }) => kind === 'request')).toEqual([]);
  });
});
