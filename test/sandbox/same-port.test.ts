/** Connections to different receivers may have the same local port. */
import { expect, it } from 'vitest';
import type { Moment, RunPorts } from '#scenarios/run/ports.ts';
import { runText } from '../support/run-scenario.ts';

const text = `
scenario: 1
name: One message for two receivers
given:
  sources: [{ name: Shop }]
  receivers: [{ name: a }, { name: b }]
  destinations: [{ name: Orders, fanOut: each, sources: [Shop], webhooks: [{ receiver: a }, { receiver: b }] }]
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
      async tick(request) {
        const ticked = await product.tick(request);
        return { ...withPort(ticked), earlier: ticked.earlier.map(withPort) };
      },
    };
  },
  async startStage(options) {
    const stage = await ports.startStage(options);
    return {
      ...stage,
      takeRequests: () =>
        stage.takeRequests().map((entry) => ({
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
    event.kind === 'request' ? [[event.receiver, event.messageId]] : [],
  );
  expect(requests.sort()).toEqual([
    ['a', 'order-1'],
    ['b', 'order-1'],
  ]);
});
