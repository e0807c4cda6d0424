/** Subscribers to changes: their maximum number, and subscribers that do not read. */
import { once } from 'node:events';
import net from 'node:net';
import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { WebSocket } from 'undici';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { Core } from '#main/app.ts';
import { createUnsentBytes } from '#main/hosts/headless/unsent-bytes.ts';
import { AppError } from '#main/kit/app-error.ts';
import { maxSubscribers } from '#main/store/change-feed.ts';
import type { Contract } from '#shared/contract.ts';
import { connect } from '#test/support/builders.ts';
import { startInterface, token } from './support/start-interface.ts';

const head = (port: number) => `Host: 127.0.0.1:${port}\r\nAuthorization: Bearer ${token}\r\n`;

/** A raw connection that follows changes, over REST or a socket. */
async function subscribe(port: number, over: 'REST' | 'WebSocket'): Promise<net.Socket> {
  const socket = net.connect(port, '127.0.0.1');
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  let text = '';
  const { promise: subscribed, resolve } = Promise.withResolvers<void>();
  const read = (chunk: Buffer): void => {
    text += chunk;
    if (text.includes('"resync"')) resolve();
  };
  socket.on('data', read);
  if (over === 'REST') socket.write(`GET /api/changes HTTP/1.1\r\n${head(port)}\r\n`);
  else {
    // A mask of zeros leaves the frame unchanged (RFC 6455 5.2).
    const call = Buffer.from('{"i":"1","p":{"u":"/changes/follow","b":{"json":{}}}}');
    socket.write(
      `GET /rpc HTTP/1.1\r\n${head(port)}Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n`,
    );
    socket.write(Buffer.concat([Buffer.from([0x81, 0x80 | call.length, 0, 0, 0, 0]), call]));
  }
  await subscribed;
  socket.off('data', read);
  return socket;
}

function canSubscribe(core: Core): boolean {
  try {
    core.changes.subscribe({}).stop();
    return true;
  } catch {
    return false;
  }
}

describe('subscribers to changes', () => {
  test('are limited in number, and free their place when they disconnect', async () => {
    const { api, core, port } = await startInterface();
    // The test follows changes too.
    const others = Array.from({ length: maxSubscribers - 3 }, () => core.changes.subscribe({}));
    await subscribe(port, 'REST');
    const socket = await subscribe(port, 'WebSocket');
    const refused = await api('/changes');
    expect(refused.status).toBe(429);
    expect(JSON.parse(refused.body)).toMatchObject({ code: 'too_many_subscribers' });
    expect(() => core.changes.follow({})).toThrow(AppError);
    socket.destroy();
    await expect.poll(() => canSubscribe(core)).toBe(true);
    for (const other of others) other.stop();
  });

  test('free their place when they end their call with the socket still open', async () => {
    const { core, port } = await startInterface();
    const websocket = new WebSocket(`ws://127.0.0.1:${port}/rpc`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const link = new RPCLink({ websocket: websocket as unknown as globalThis.WebSocket });
    const client = createORPCClient<ContractRouterClient<Contract>>(link);
    const changes = await client.changes.follow({});
    await changes.next();
    const others: { stop(): void }[] = [];
    while (canSubscribe(core)) others.push(core.changes.subscribe({}));
    await changes.return?.();
    await expect.poll(() => canSubscribe(core)).toBe(true);
    expect(await client.ledger.get()).toMatchObject({ balanced: true });
    for (const other of others) other.stop();

    // Node warns of more than ten listeners for one event.
    const warnings: Error[] = [];
    const receive = (warning: Error) => warnings.push(warning);
    process.on('warning', receive);
    onTestFinished(() => void process.off('warning', receive));
    for (let call = 0; call < 12; call += 1) {
      const more = await client.changes.follow({});
      await more.next();
      await more.return?.();
    }
    expect(warnings).toEqual([]);
    websocket.close();
  });

  test.each(['REST', 'WebSocket'] as const)(
    'that do not read are disconnected over %s, while others continue',
    async (over) => {
      const { core, port } = await startInterface();
      const { id } = await connect(core, { urls: ['http://127.0.0.1:9/'] });
      const slow = await subscribe(port, over);
      slow.pause();
      const reading = await subscribe(port, over);
      reading.resume();
      const batches = core.changes.follow({});
      await batches.next();
      // A megabyte each; together they exceed the buffers of both sockets.
      const events = Array.from({ length: 1_000 }, () => 'x'.repeat(1_000));
      for (let count = 0; count < 24; count += 1) {
        const mode = count % 2 === 0 ? 'block' : 'allow';
        await core.destinations.update({ id, trackFilter: { mode, events } });
        await batches.next();
      }
      slow.resume();
      await once(slow, 'close');
      expect(slow.bytesRead).toBeLessThan(24_000_000);
      expect(reading.destroyed).toBe(false);
    },
  );
});

describe('unsent bytes for clients that do not read', () => {
  function clientWith(bytes: number) {
    let isDisconnected = false;
    return {
      unsentBytes: () => bytes,
      disconnect: () => {
        isDisconnected = true;
      },
      get isDisconnected() {
        return isDisconnected;
      },
    };
  }
  const mebibyte = 1024 * 1024;

  test('are limited per client', () => {
    const unsent = createUnsentBytes();
    const [slow, quick] = [clientWith(5 * mebibyte), clientWith(3 * mebibyte)];
    unsent.sent(slow, 1, 4 * mebibyte);
    unsent.sent(quick, 1, 4 * mebibyte);
    expect([slow.isDisconnected, quick.isDisconnected]).toEqual([true, false]);
  });

  test('are limited overall: the client with the most is disconnected first', () => {
    const unsent = createUnsentBytes();
    const clients = Array.from({ length: 30 }, (_, index) =>
      clientWith((index % 2 ? 3 : 2) * mebibyte),
    );
    for (const one of clients) unsent.add(one);
    unsent.sent(clients[0] ?? clientWith(0), 8 * mebibyte, 4 * mebibyte);
    const disconnected = clients.filter(({ isDisconnected }) => isDisconnected);
    expect(disconnected).toHaveLength(4);
    expect(disconnected.every((one) => one.unsentBytes() === 3 * mebibyte)).toBe(true);
  });
});
