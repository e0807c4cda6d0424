/** Connections to different mock endpoints may have the same local port. */
import { expect, it } from 'vitest';
import { createRecorder } from '#main/hosts/sandbox/recorder.ts';
import { connectionEnd } from '#shared/deliveries/connection-end.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';

const localPort = 40_000;
const ports = { a: 5_001, b: 5_002 };
const mocks = Object.entries(ports).map(([name, port]) => ({
  name,
  ...{ id: `id of ${name}`, port, url: `http://127.0.0.1:${port}/mock/${name}` },
}));

const entry = (id: number, mockId: string): MockEntryDetail =>
  ({
    ...{ id, mockId, kind: 'request', receivedAt: 0, method: 'POST', path: '/', headers: [] },
    ...{ status: 200, fault: 'none', cause: 'step', signature: null, forwarded: null },
    connection: { remoteAddress: '127.0.0.1', remotePort: localPort, requestNumber: 1 },
    body: { text: '', base64: null, truncated: false },
  }) as unknown as MockEntryDetail;

it('knows the attempt of each request when local ports are equal', () => {
  const names = {
    ...{ sources: new Map(), destinations: new Map(), servers: new Map() },
    ...{ computations: new Map() },
    mocks: new Map(mocks.map(({ name, id, url }) => [name, { id, url }])),
  };
  const recorder = createRecorder({ startsAt: 0, names, redact: (value) => value });
  recorder.advance(0, {
    ...{ activity: null, errors: [] },
    started: mocks.map(({ name, url, port }) => ({
      ...{
        deliveryId: 1,
        url,
        requestNumber: 1,
        messageId: `order-${name}`,
        destination: 'Orders',
      },
      end: connectionEnd('127.0.0.1', localPort, port),
    })),
    requests: mocks.map(({ id }, index) => entry(index, id)),
  });
  expect(
    recorder.history.events.map(
      (event) => event.kind === 'request' && [event.mock, event.messageId],
    ),
  ).toEqual([
    ['a', 'order-a'],
    ['b', 'order-b'],
  ]);
});
