/** Exports of a mock endpoint's log. */
import { unzipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { ExportedRequest } from '#shared/mocks/exported-request.ts';
import { makeMock, urlOf } from '#test/support/mock-client.ts';
import { sharedCore } from '#test/support/start-core.ts';
import { hmac } from '../strict-receiver.ts';
import { exported } from './exported.ts';
import { harProblems } from './har-valid.ts';

const starting = sharedCore();
const secret = 'wh_received';
const json = '{"type":"track","event":"Größe"}';

/** A mock endpoint that got a signed track, a binary PUT and a body too long to keep. */
async function usedMock() {
  const { core, followed } = await starting;
  const mock = await makeMock(core, { secret, steps: [{ status: 202, body: 'yes' }] });
  const headers = { 'X-Signature': hmac('sha1', secret, json), Authorization: 'Bearer abcdefgh1' };
  await fetch(`${urlOf(mock)}/a?token=abcdefgh2`, { method: 'POST', body: json, headers });
  await fetch(urlOf(mock), { method: 'PUT', body: Buffer.from([0, 255]) });
  await fetch(urlOf(mock), { method: 'POST', body: 'x'.repeat(65_537) });
  const items = await followed.until(() => {
    const { items } = core.mockRequests.list({ id: mock.id, limit: 9 });
    return items.length === 3 && items;
  });
  return { core, mock, items, log: { mockId: mock.id } };
}

describe('a log', () => {
  it('is exported as JSON lines, with secrets only on request', async () => {
    const { core, mock, items, log } = await usedMock();
    const file = await exported(core, { ...log, format: 'jsonl' });
    const lines = file.bytes.toString().trim().split('\n');
    const requests = lines.map((line) => ExportedRequest.strict().parse(JSON.parse(line)));
    expect(requests.map(({ id }) => id)).toEqual(items.map(({ id }) => id));
    expect(requests.map(({ truncated }) => truncated)).toEqual([true, false, false]);
    expect(requests[2]).toMatchObject({
      method: 'POST',
      url: `${urlOf(mock)}/a?token=%5Bredacted%5D`,
      body: { encoding: 'utf8', data: json },
      signature: { raw: 'match' },
      response: { status: 202, body: { text: 'yes' } },
    });
    expect(requests[1]).toMatchObject({
      method: 'PUT',
      body: { encoding: 'base64', data: 'AP8=' },
    });
    expect(file.bytes.toString()).not.toMatch(/abcdefgh|wh_received/);
    expect(file.redacted).toContain('header Authorization');
    const open = await exported(core, { ...log, format: 'jsonl', secrets: true });
    expect(open.bytes.toString()).toMatch(/abcdefgh1.*wh_received|wh_received.*abcdefgh1/s);
  });

  it('is exported as a valid HAR and as commands', async () => {
    const { core, mock, log } = await usedMock();
    const { bytes } = await exported(core, { ...log, format: 'har' });
    const har = JSON.parse(bytes.toString());
    expect(harProblems(har)).toEqual([]);
    expect(har.log.entries).toHaveLength(3);
    expect(har.log.entries[2]).toMatchObject({
      request: { method: 'POST', postData: { text: json } },
      response: { status: 202, content: { text: 'yes' } },
      _mock: { id: mock.id, name: mock.name },
    });
    const commands = (await exported(core, { ...log, format: 'curl' })).bytes.toString();
    expect(commands.match(/^curl -X|\| \\\n {2}curl -X/gm)).toHaveLength(2);
    expect(commands).toContain('curl -X PUT');
  });

  it('is exported as fixtures, without bodies that were cut off', async () => {
    const { core, mock, log } = await usedMock();
    const { bytes } = await exported(core, { ...log, format: 'fixtures', secrets: true });
    const files = unzipSync(bytes);
    const text = (name: string) => Buffer.from(files[name] ?? []).toString();
    const { deliveries, destinations } = JSON.parse(text('index.json'));
    expect(destinations).toEqual({ [mock.id]: { name: mock.name, sharedSecret: secret } });
    expect(deliveries).toMatchObject([
      { method: 'PUT', body: expect.stringMatching(/body\.bin$/), expected: { signature: null } },
      { method: 'POST', expected: { type: 'track', signature: hmac('sha1', secret, json) } },
    ]);
    expect(text(deliveries[1].body)).toBe(json);
    expect(text(deliveries[1].headers)).toContain('Bearer abcdefgh1');
  });
});
