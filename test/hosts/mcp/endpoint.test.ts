/** The endpoint over HTTP, with connections that are kept. */
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { fastify } from 'fastify';
import { expect, it, onTestFinished } from 'vitest';
import type { Router } from '#main/hosts/api/index.ts';
import { createAccess } from '#main/hosts/headless/access.ts';
import { registerMcp } from '#main/hosts/headless/mcp-endpoint.ts';
import { createRecordedLog } from '#test/support/recorded-log.ts';

it('leaves no listener on a kept connection', async () => {
  const server = fastify();
  const access = createAccess('token');
  registerMcp(server, {
    ...{ router: {} as Router, access, docsFolder: '', version: '0.0.0-test' },
    log: createRecordedLog().log,
  });
  const sockets: Socket[] = [];
  server.server.on('connection', (socket) => sockets.push(socket));
  await server.listen({ host: '127.0.0.1', port: 0 });
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  onTestFinished(async () => {
    agent.destroy();
    await server.close();
  });
  const { port } = server.server.address() as AddressInfo;
  const counts: number[] = [];
  for (let number = 0; number < 3; number += 1) {
    const sent = request({ ...{ port, host: '127.0.0.1', path: '/mcp', agent }, method: 'POST' });
    sent.setHeader('authorization', 'Bearer token');
    sent.setHeader('content-type', 'application/json').end('{}');
    const [response] = await once(sent, 'response');
    expect(response.statusCode).toBe(400);
    response.resume();
    await once(response, 'end');
    await expect.poll(() => Object.keys(agent.freeSockets)).toHaveLength(1);
    counts.push(sockets[0]?.listenerCount('close') ?? 0);
  }
  expect(sockets).toHaveLength(1);
  expect(new Set(counts).size).toBe(1);
});
