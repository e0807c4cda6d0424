/** Unused connections are closed, even if the webhook would keep them open. */
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { expect, it } from 'vitest';
import { connect } from '#test/support/builders.ts';
import { send, track } from '#test/support/ingest-client.ts';
import { startCore } from '#test/support/start-core.ts';
import { reply } from '#test/support/target-responses.ts';
import { startTarget } from '#test/support/target-server.ts';

/** A webhook with a delivered request and an open connection. */
async function delivered() {
  const { core, followed } = await startCore();
  const target = await startTarget();
  const sockets: Socket[] = [];
  target.onConnection((socket) => void sockets.push(socket));
  target.always(reply(200, '', { 'Keep-Alive': 'timeout=600' }));
  const destination = await connect(core, { urls: [target.url] });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  const [socket] = sockets;
  if (socket === undefined) throw new Error('Nothing connected.');
  return { core, followed, target, destination, closed: once(socket, 'close') };
}

it('a deleted destination closes its connections, and opens new ones when restored', async () => {
  const { core, followed, target, destination, closed } = await delivered();
  await core.destinations.remove({ id: destination.id });
  await closed;
  await core.destinations.restore({ id: destination.id });
  const { delivery } = await send(core, track());
  await followed.state(delivery.id, 'delivered');
  expect([target.requests.length, target.connections]).toEqual([2, 2]);
});

it('a disabled destination closes its connections', async () => {
  const { core, destination, closed } = await delivered();
  await core.destinations.update({ id: destination.id, enabled: false });
  await closed;
});

it('a removed URL closes its connections', async () => {
  const { core, destination, closed } = await delivered();
  const other = await startTarget();
  await core.destinations.update({
    id: destination.id,
    webhooks: [{ url: other.url, headers: {} }],
  });
  await closed;
});
