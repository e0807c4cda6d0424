/** A shop page on its own origin, with a browser SDK bundled as in production. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { build, type Rolldown } from 'vite';

export interface SdkPage {
  readonly url: string;
  stop(): Promise<void>;
}

/** The script and the parts that it loads when it needs them, by file name. */
async function bundle(script: URL): Promise<ReadonlyMap<string, string>> {
  const built = (await build({
    configFile: false,
    logLevel: 'error',
    root: fileURLToPath(new URL('.', import.meta.url)),
    build: {
      write: false,
      minify: false,
      rolldownOptions: {
        input: fileURLToPath(script),
        output: { format: 'es', entryFileNames: 'shop.js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })) as Rolldown.RolldownOutput;
  return new Map(
    built.output.flatMap((file) =>
      file.type === 'chunk' ? [[`/${file.fileName}`, file.code] as const] : [],
    ),
  );
}

const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Shop</title><link rel="icon" href="data:,">
<script type="module" src="/shop.js"></script></head><body>A shop</body></html>`;

/** @param script The file that the page runs. */
export async function startSdkPage(
  script = new URL('./sdk-page-script.ts', import.meta.url),
): Promise<SdkPage> {
  const scripts = await bundle(script);
  const server = createServer((request, response) => {
    const script = scripts.get(request.url ?? '');
    response.setHeader('content-type', script === undefined ? 'text/html' : 'text/javascript');
    response.end(script ?? html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/products?utm_source=test#top`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Whatever the page complains of: on its console, as an error, or as a request that failed. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  page.on('response', (response) => {
    if (response.status() >= 400) complaints.push(`${response.status()} ${response.url()}`);
  });
  return complaints;
}
