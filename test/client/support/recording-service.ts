/** A service for the library that records requests, for any origin. */
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface RecordingService {
  readonly url: string;
  close(): Promise<void>;
}

const anyOrigin = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Headers': 'authorization, content-type',
  'Access-Control-Expose-Headers': 'retry-after',
};

/** `/fail/2/v1/batch` fails twice; `/redirect/…` redirects; anything else is accepted. */
export async function startRecordingService(
  pages: ReadonlyMap<string, string> = new Map(),
): Promise<RecordingService> {
  const recorded: object[] = [];
  const failures = new Map<string, number>();

  async function respond(request: IncomingMessage): Promise<[number, object, string]> {
    const { method = '', url: path = '', headers } = request;
    const page = pages.get(path);
    if (page !== undefined) {
      const type = path.endsWith('.js') ? 'text/javascript' : 'text/html';
      return [200, { 'Content-Type': type }, page];
    }
    if (method === 'OPTIONS') return [204, {}, ''];
    if (path === '/recorded') return [200, {}, JSON.stringify(recorded)];
    recorded.push({ method, path, headers, body: JSON.parse((await text(request)) || 'null') });
    if (path.startsWith('/redirect/')) return [302, { Location: '/recorded' }, ''];
    const wanted = Number(/^\/fail\/(\d+)\//.exec(path)?.[1] ?? 0);
    const failed = failures.get(path) ?? 0;
    if (failed < wanted) {
      failures.set(path, failed + 1);
      return failed === 0 ? [429, { 'Retry-After': '0' }, ''] : [503, {}, 'no JSON'];
    }
    return [200, {}, '{"success":true}'];
  }

  const server = createServer((request, response) => {
    respond(request).then(
      ([status, headers, body]) =>
        response.writeHead(status, { ...anyOrigin, ...headers }).end(body),
      (error) => response.writeHead(500, anyOrigin).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
