import websocket from '@fastify/websocket';
import { createORPCClient } from '@orpc/client';
import fastify from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { CoreClient } from '#renderer/kit/data/core.ts';
import { openSocketLink } from '#renderer/kit/data/links.ts';

/** Accepts calls and never responds. */
async function startMute() {
  const called = Promise.withResolvers<void>();
  const server = fastify();
  await server.register(websocket);
  server.get('/rpc', { websocket: true }, (socket) => {
    socket.on('message', () => called.resolve());
  });
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { address: `${address.replace('http', 'ws')}/rpc`, called: called.promise };
}

it('a call aborted while the socket closes causes no unhandled error', async () => {
  const uncaught: unknown[] = [];
  const note = (error: unknown): number => uncaught.push(error);
  process.on('uncaughtException', note);
  onTestFinished(() => void process.off('uncaughtException', note));
  const { address, called } = await startMute();
  const { link, close } = openSocketLink(address, 'token');
  const givenUp = new AbortController();
  const call = createORPCClient<CoreClient>(link).system.get(undefined, {
    signal: givenUp.signal,
  });
  await called;
  close();
  givenUp.abort();
  await expect(call).rejects.toThrow(/abort/i);
  await new Promise((resolve) => setImmediate(resolve));
  expect(uncaught).toEqual([]);
});
