/** Connections to different mock endpoints may have the same local port. */
import { expect, it } from 'vitest';
import type { Moment, RunPorts } from '#main/hosts/sandbox/ports.ts';
import { runText } from '#test/support/run-scenario.ts';

const text = `
scenario: 1
name: One message for two mock endpoints
given:
  sources: [{ name: Shop }]
  mocks: [{ name: a }, { name: b }]
  destinations: [{ name: Orders, fanOut: each, sources: [Shop], webhooks: [{ mock: a }, { mock: b }] }]
when:
  - { id: order, send: { source: Shop, message: { type: track, userId: ada, event: Paid } } }
then:
  - lost: 0
`;

const port = 40_000;

const withPort = <Part extends Pick<Moment, 'started'>>(moment: Part): Part => ({
  ...moment,
  started: moment.started.map((request) => ({
    ...request,
    end: request.end.replace(/:\d+/, `:${port}`),
  })),
});

const samePort = (ports: RunPorts): RunPorts => ({
  ...ports,
  async startProduct(options) {
    const product = await ports.startProduct(options);
    return {
      ...product,
      async advance(request) {
        const advanced = await product.advance(request);
        return { ...withPort(advanced), earlier: advanced.earlier.map(withPort) };
      },
    };
  },
  async startMocks(options) {
    const mocks = await ports.startMocks(options);
    return {
      ...mocks,
      takeRequests: () =>
        mocks.takeRequests().map((entry) => ({
          ...entry,
          connection: { ...entry.connection, remotePort: port },
        })),
    };
  },
});

it('knows the attempt of each request when local ports are equal', async () => {
  const { report, events } = await runText(text, { wrap: samePort });
  expect(report.verdict).toBe('passed');
  const requests = events.flatMap((event) =>
    event.kind === 'request' ? [[event.mock, event.messageId]] : [],
  );
  expect(requests.sort()).toEqual([
    ['a', 'order-1'],
    ['b', 'order-1'],
  ]);
});
