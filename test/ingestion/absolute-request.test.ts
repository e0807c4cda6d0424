/** Request lines with a whole URL, as clients behind a proxy send them (RFC 9112, 3.2.2). */
import { expect, it } from 'vitest';
import { theSource, writeKey } from '#test/support/builders.ts';
import { basic } from '#test/support/ingest-client.ts';
import { connectRaw, readResponse } from '#test/support/raw-client.ts';
import { startCore } from '#test/support/start-core.ts';

it.each([
  ['its own', (host: string) => `http://${host}`],
  ['the host of another service', () => 'http://api.segment.io'],
  ['https', () => 'HTTPS://api.segment.io:443'],
])('with %s is accepted', async (_, origin) => {
  const { core } = await startCore();
  await theSource(core);
  const { host } = new URL(core.ingestUrl ?? '');
  const body = JSON.stringify({ userId: 'u', event: 'E' });
  const lines = `Host: x\r\nAuthorization: ${basic(writeKey)}\r\nContent-Length: ${body.length}`;
  const line = `POST ${origin(host)}/v1/track HTTP/1.1`;
  const client = await connectRaw(core, `${line}\r\n${lines}\r\n\r\n${body}`);
  expect(readResponse(await client.until(/\}$/))).toMatchObject({ status: 200 });
  const [message] = core.messages.list({ limit: 1 }).items;
  expect(core.messages.get({ id: message?.id ?? 0 }).request).toMatchObject({ path: '/v1/track' });
});

it('without a path is the root', async () => {
  const { core } = await startCore();
  const line = 'POST http://api.segment.io?x HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';
  const client = await connectRaw(core, line);
  expect(readResponse(await client.until(/\}$/))).toMatchObject({ status: 404 });
  const [rejected] = core.rejected.list({ limit: 1 }).items;
  expect(core.rejected.get({ id: rejected?.id ?? 0 }).request.path).toBe('/?x');
});

it('names the host of the settings that browsers load', async () => {
  const { core } = await startCore();
  await theSource(core);
  const line = `GET http://events.localhost:8377/v1/projects/${writeKey}/settings HTTP/1.1`;
  const client = await connectRaw(core, `${line}\r\nHost: x\r\n\r\n`);
  const { json } = readResponse(await client.until(/\}$/));
  expect(json.integrations['Segment.io'].apiHost).toBe('events.localhost:8377/v1');
});

it.each(['http:///v1/track', 'https://?x', 'HTTP://'])(
  'without a host is refused: %s',
  async (target) => {
    const { core } = await startCore();
    const client = await connectRaw(
      core,
      `POST ${target} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`,
    );
    expect(await client.until(/\r\n\r\n/)).toMatch(/^HTTP\/1\.1 400 /);
    expect(core.rejected.list({ limit: 1 }).items).toEqual([]);
  },
);
