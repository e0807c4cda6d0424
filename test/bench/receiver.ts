/** A receiver over raw sockets that only counts, so that the sender is the bottleneck. */
import net, { type AddressInfo, type Socket } from 'node:net';

export interface Receiver {
  readonly url: string;
  /** Requests received so far. */
  readonly received: number;
  /** Resolves with the time (of `performance.now`) of this request. */
  until(count: number): Promise<number>;
  close(): Promise<void>;
}

export interface ReceiverOptions {
  /** Delay of every response; `hang` never responds. */
  readonly responds?: { readonly afterMs: number } | 'at once' | 'hang';
  readonly status?: number;
}

const endOfHead = '\r\n\r\n';

/** Consumes complete requests from the received bytes; returns the rest. */
function takeRequests(bytes: Buffer, take: () => void): Buffer {
  let rest = bytes;
  for (;;) {
    const headEnd = rest.indexOf(endOfHead);
    if (headEnd === -1) return rest;
    const match = /content-length: (\d+)/i.exec(rest.toString('latin1', 0, headEnd));
    const length = headEnd + endOfHead.length + Number(match?.[1] ?? 0);
    if (rest.length < length) return rest;
    take();
    rest = rest.subarray(length);
  }
}

export async function startReceiver(options: ReceiverOptions = {}): Promise<Receiver> {
  const { responds = 'at once', status = 200 } = options;
  const response = `HTTP/1.1 ${status} Bench\r\nContent-Length: 2\r\n\r\nok`;
  const sockets = new Set<Socket>();
  const waiters = new Set<{ readonly count: number; resolve(time: number): void }>();
  let received = 0;

  function look(): void {
    for (const waiter of waiters)
      if (received >= waiter.count && waiters.delete(waiter)) waiter.resolve(performance.now());
  }

  function serve(socket: Socket): void {
    let rest: Buffer = Buffer.alloc(0);
    sockets.add(socket);
    socket.setNoDelay(true);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => undefined);
    const reply = () => void socket.write(response);
    socket.on('data', (chunk: Buffer) => {
      rest = takeRequests(rest.length === 0 ? chunk : Buffer.concat([rest, chunk]), () => {
        received += 1;
        if (responds === 'at once') reply();
        else if (responds !== 'hang') setTimeout(reply, responds.afterMs);
      });
      if (waiters.size > 0) look();
    });
  }

  const server = net.createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`,
    get received() {
      return received;
    },
    until: (count) =>
      new Promise((resolve) => {
        waiters.add({ count, resolve });
        look();
      }),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

/** An address without a listener. */
export async function closedPortUrl(): Promise<string> {
  const receiver = await startReceiver();
  await receiver.close();
  return receiver.url;
}
