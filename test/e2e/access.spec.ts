/** Getting in: the address with the token, a reload, a restart, and no token at all. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, watch, writeFile } from 'node:fs/promises';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { WebSocket } from 'undici';
import { ownNode } from '../../scripts/node-binary.mjs';
import { expect, test } from './support/launch.ts';
import { askToStop, cli, freePorts, startHost } from './support/start-host.ts';
import { ingestionStatus } from './support/workbench.ts';

test('signs in with the token in the URL, removes it there, and stays signed in', async ({
  page,
  host,
}) => {
  const faults: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(error.message));
  await page.goto(host.interfaceUrl);
  await expect(ingestionStatus(page, host)).toBeVisible();
  expect(page.url()).not.toContain('token');
  // Among them would be every violation of the content security policy.
  expect(faults).toEqual([]);
  await page.goto(new URL('/', host.interfaceUrl).href);
  await expect(ingestionStatus(page, host)).toBeVisible();
});

test('asks for the token and rejects a wrong one', async ({ page, host }) => {
  await page.goto(new URL('/', host.interfaceUrl).href);
  const field = page.getByRole('textbox', { name: 'Access token' });
  await expect(field).toBeVisible();
  await expect(ingestionStatus(page, host)).toHaveCount(0);
  await field.fill('wrong');
  await field.press('Enter');
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await field.fill(host.token);
  await field.press('Enter');
  await expect(ingestionStatus(page, host)).toBeVisible();
});

test('sends no usable credential to other local ports', async ({ page, host }) => {
  const seen: { readonly url: string; readonly headers: IncomingHttpHeaders }[] = [];
  const other = createServer((request, response) => {
    seen.push({ url: request.url ?? '', headers: request.headers });
    response.setHeader('content-type', 'text/html').end('<!doctype html><title>Other</title>');
  }).listen(0, '127.0.0.1');
  await once(other, 'listening');
  const otherUrl = `http://127.0.0.1:${(other.address() as AddressInfo).port}/`;
  await page.goto(host.interfaceUrl);
  await expect(ingestionStatus(page, host)).toBeVisible();
  // A navigation from the page, and a request with credentials.
  await page.evaluate((url) => location.assign(url), otherUrl);
  await page.waitForURL(otherUrl);
  await page.evaluate(() => fetch('/data', { credentials: 'include' }).then((got) => got.text()));
  expect(seen.length).toBeGreaterThanOrEqual(2);
  expect(JSON.stringify(seen)).not.toContain(host.token);
  expect(await page.context().cookies()).toEqual([]);
  for (const { headers } of seen) {
    expect(headers.cookie).toBeUndefined();
    const { host: _host, connection: _connection, ...replayed } = headers;
    const socket = new WebSocket(host.apiUrl.replace(/^http(.*)\/api$/, 'ws$1/rpc'), {
      headers: replayed as Record<string, string>,
    });
    const code = new Promise((resolve) =>
      socket.addEventListener('close', ({ code: closed }) => resolve(closed)),
    );
    socket.addEventListener('open', () => socket.send(JSON.stringify({ i: '1', p: { u: '/x' } })));
    expect(await code).toBe(4401);
  }
  other.closeAllConnections();
  other.close();
});

test('opens the browser with a one-time code instead of the token', async ({ page, browser }) => {
  // Replaces the command that opens a browser: records the arguments that other users could see.
  const folder = await mkdtemp(join(tmpdir(), 'hookwright-open-'));
  const noted = join(folder, 'argv');
  await writeFile(
    join(folder, 'xdg-open'),
    `#!/bin/sh\nprintf %s "$*" > ${noted}.part\nmv ${noted}.part ${noted}\n`,
    { mode: 0o755 },
  );
  const opens = watch(folder);
  const child = spawn(
    ownNode,
    [cli, 'serve', '--data', join(folder, 'data'), '--empty', ...freePorts],
    {
      env: {
        ...process.env,
        PATH: `${folder}:${process.env.PATH}`,
        DISPLAY: ':0',
        HOOKWRIGHT_TOKEN: 'a-token-of-some-length',
      },
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    },
  );
  const exited = once(child, 'exit');
  for await (const { filename } of opens) if (filename === 'argv') break;
  const url = await readFile(noted, 'utf8');
  expect(url).toMatch(/\?code=/);
  expect(url).not.toContain('a-token-of-some-length');
  await page.goto(url);
  await expect
    .poll(() => page.evaluate(() => Object.values(localStorage)))
    .toContain('a-token-of-some-length');
  await expect(page.getByRole('button', { name: /Copy ingestion endpoint/ })).toBeVisible();
  expect(page.url()).not.toContain('code');
  // Anyone who saw the code is too late.
  const other = await browser.newPage();
  await other.goto(url);
  await expect(other.getByRole('textbox', { name: 'Access token' })).toBeVisible();
  await other.close();
  askToStop(child);
  await exited;
  await rm(folder, { recursive: true });
});

test('reconnects after a restart with the same token', async ({ page }) => {
  const args = ['--token', 'the-same'];
  const first = await startHost({ args });
  await page.goto(first.interfaceUrl);
  await expect(ingestionStatus(page, first)).toBeVisible();
  const { port } = new URL(first.interfaceUrl);
  await first.stop();
  const second = await startHost({ args: [...args, '--port', port] });
  await expect(ingestionStatus(page, second)).toBeVisible();
  expect(await second.stop()).toBe(0);
});
