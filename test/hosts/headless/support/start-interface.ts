/** The interface server on a free port, with its own core. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createRouter } from '#main/hosts/api/index.ts';
import { type AccessOptions, createAccess } from '#main/hosts/headless/access.ts';
import { createInterfaceServer } from '#main/hosts/headless/interface-server.ts';
import { freePort } from '#test/support/core-options.ts';
import { type StartOptions, startCore } from '#test/support/start-core.ts';
import { temporaryFolder } from '#test/support/temporary-folder.ts';

export const token = 'a token; with "signs" in it';

export interface ReceivedResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

interface Question {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** From another address of this machine, such as 127.0.0.2. */
  readonly localAddress?: string;
}

function rendererFolder(): string {
  const folder = temporaryFolder();
  mkdirSync(join(folder, 'assets'));
  writeFileSync(join(folder, 'index.html'), '<!doctype html><title>Hookwright</title>');
  writeFileSync(join(folder, 'assets', 'index-abc123.js'), 'export {};');
  return folder;
}

/** Unlike fetch, this sends any Host header and follows no redirect. */
function ask(
  port: number,
  path: string,
  { method, headers, body, localAddress }: Question,
): Promise<ReceivedResponse> {
  return new Promise((resolve, reject) => {
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method: method ?? 'GET',
      headers,
      localAddress,
    };
    const asked = request(options, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      );
    });
    asked.on('error', reject);
    asked.end(body);
  });
}

interface InterfaceOptions extends StartOptions {
  readonly access?: AccessOptions;
  readonly docsFolder?: string;
}

export async function startInterface(options: InterfaceOptions = {}) {
  const { docsFolder = join(temporaryFolder(), 'docs') } = options;
  const access = createAccess(token, options.access);
  const started = await startCore(options);
  const router = createRouter(started.core);
  const server = await createInterfaceServer({
    router,
    access,
    changes: started.core.changes,
    rendererFolder: rendererFolder(),
    docsFolder,
    version: '0.0.0-test',
    log: started.log.log,
  });
  const port = await server.listen(freePort);
  onTestFinished(() => server.close());
  const get = (path: string, question: Question = {}) => ask(port, path, question);
  return {
    port,
    server,
    core: started.core,
    access,
    get,
    /** Like `get`, with the token. */
    api: (path: string, question: Question = {}) =>
      get(`/api${path}`, {
        ...question,
        headers: { authorization: `Bearer ${token}`, ...question.headers },
      }),
  };
}
