import { ORPCError } from '@orpc/client';
import { describe, expect, it } from 'vitest';
import {
  Connection,
  ConnectionProblem,
  type ConnectionState,
  type LinkEnd,
  type OpenedLink,
  reconnectDelayMs,
} from '#renderer/kit/data/connection.ts';
import { errorCode } from '#renderer/kit/data/error-sentence.ts';

class FakeLink implements OpenedLink {
  readonly #ended = Promise.withResolvers<LinkEnd>();
  readonly ended = this.#ended.promise;
  readonly link: OpenedLink['link'];

  constructor(call: OpenedLink['link']['call'] = async () => 'response') {
    this.link = { call };
  }

  end(end: LinkEnd): void {
    this.#ended.resolve(end);
  }

  readonly close = (): void => this.end('lost');
}

/** A connection over these links in order; `next` resolves when it requests the link after them. */
function connectOver(links: readonly FakeLink[]) {
  const waiting = [...links];
  const seen: ConnectionState[] = [];
  const allUsed = Promise.withResolvers<void>();
  const connection = new Connection({
    openLink: () => {
      const link = waiting.shift();
      if (link === undefined) allUsed.resolve();
      return link ?? new FakeLink(() => new Promise(() => undefined));
    },
    greet: (link, signal) => link.call(['system', 'get'], undefined, { context: {}, signal }),
    wait: async () => undefined,
  });
  connection.subscribe((state) => seen.push(state));
  const reached = (state: ConnectionState): Promise<void> =>
    new Promise((resolve) => connection.subscribe((now) => now === state && resolve()));
  void connection.start();
  return { connection, seen, allUsed: allUsed.promise, reached };
}

const call = (connection: Connection) => connection.link.call(['x'], undefined, { context: {} });

describe('the connection to the core', () => {
  it('is open only after the first response of the core', async () => {
    const { connection, seen, reached } = connectOver([new FakeLink()]);
    expect(seen).toEqual(['connecting']);
    await reached('open');
    await expect(call(connection)).resolves.toBe('response');
  });

  it('fails a call only when its state has changed, so that trying again waits', async () => {
    let calls = 0;
    const first: FakeLink = new FakeLink(async () => {
      calls += 1;
      if (calls === 1) return 'response';
      // The link learns of the end in a later listener of the same event.
      if (calls === 2) setImmediate(() => first.end('lost'));
      throw new Error('closed');
    });
    const { connection, reached } = connectOver([first]);
    await reached('open');
    while (connection.state === 'open' && calls < 1_000)
      await call(connection).catch(() => undefined);
    expect(calls).toBeLessThan(10);
  });

  it('delays calls until the first connection is open', async () => {
    const greeting = Promise.withResolvers<string>();
    const { connection } = connectOver([new FakeLink(() => greeting.promise)]);
    const response = call(connection);
    greeting.resolve('late');
    await expect(response).resolves.toBe('late');
  });

  it('opens a new link when one breaks', async () => {
    const first = new FakeLink();
    const { seen, reached } = connectOver([first, new FakeLink()]);
    await reached('open');
    first.end('lost');
    await reached('lost');
    await reached('open');
    expect(seen).toEqual(['connecting', 'open', 'lost', 'open']);
  });

  it('is not open when the token is rejected after the handshake', async () => {
    const refused = new FakeLink(() => new Promise(() => undefined));
    const { connection, seen, reached } = connectOver([refused]);
    refused.end('unauthorized');
    await reached('unauthorized');
    expect(seen).toEqual(['connecting', 'unauthorized']);
    await expect(call(connection)).rejects.toThrow(ConnectionProblem);
  });

  it('retries a rejected token only on request', async () => {
    const refused = new FakeLink(() => new Promise(() => undefined));
    const { connection, reached } = connectOver([refused, new FakeLink()]);
    refused.end('unauthorized');
    await reached('unauthorized');
    await new Promise((resolve) => setImmediate(resolve));
    expect(connection.state).toBe('unauthorized');
    expect(await connection.tryNow()).toBe('open');
  });

  it('distinguishes a lost call from a rejected one', async () => {
    const errors: unknown[] = [new ORPCError('conflict', { message: 'Busy.' }), new Error('gone')];
    const link = new FakeLink(async (path) => {
      if (path[0] === 'x') throw errors.shift();
    });
    const { connection, reached } = connectOver([link]);
    await reached('open');
    await expect(call(connection)).rejects.toThrow('Busy.');
    const lost = await call(connection).catch((error: unknown) => error);
    expect(lost).toBeInstanceOf(ConnectionProblem);
    expect(lost).not.toEqual(new ConnectionProblem());
  });

  it('distinguishes a stream that is cut from one that the core ends with an error', async () => {
    const errors: unknown[] = [new ORPCError('conflict', { message: 'Busy.' }), new Error('gone')];
    async function* stream() {
      yield 'first';
      throw errors.shift();
    }
    const { connection, reached } = connectOver([new FakeLink(async () => stream())]);
    await reached('open');
    const items = async () => {
      const seen: unknown[] = [];
      try {
        for await (const item of (await call(connection)) as AsyncIterable<unknown>)
          seen.push(item);
      } catch (error) {
        seen.push(errorCode(error));
      }
      return seen;
    };
    expect(await items()).toEqual(['first', 'conflict']);
    expect(await items()).toEqual(['first', 'no_connection']);
  });

  it('waits longer after each failure, up to a limit', () => {
    expect([1, 2, 3, 99].map(reconnectDelayMs)).toEqual([250, 500, 1_000, 5_000]);
  });
});
