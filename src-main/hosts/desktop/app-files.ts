/** Serves the interface and documentation on the origin hookwright://app/. */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';
import { protocol } from 'electron';
import { docsNotBuilt } from '#shared/kit/error-text.ts';
import { type AppFolders, fileFor, isDocsPage, scheme } from './app-address.ts';

const mediaTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
};

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // Code views add style sheets at runtime.
  "style-src 'self' 'unsafe-inline'",
  // The documentation's style sheet contains its icons.
  "img-src 'self' data:",
  "font-src 'self'",
  // The page uses a MessagePort and needs no network.
  "connect-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

const headers = {
  'content-security-policy': contentSecurityPolicy,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

/** Must be called before Electron is ready. */
export function registerScheme(): void {
  protocol.registerSchemesAsPrivileged([
    {
      scheme,
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
  ]);
}

async function responseFor(url: string, folders: AppFolders): Promise<Response> {
  const file = fileFor(url, folders);
  const isUnbuilt = isDocsPage(url) && !existsSync(folders.docs);
  const notFound = new Response(isUnbuilt ? docsNotBuilt : 'Not found', { status: 404, headers });
  if (file === null) return notFound;
  try {
    const mediaType = mediaTypes[extname(file)] ?? 'application/octet-stream';
    const bytes = new Uint8Array(await readFile(file));
    return new Response(bytes, { headers: { ...headers, 'content-type': mediaType } });
  } catch {
    return notFound;
  }
}

export function serveAppFiles(folders: AppFolders): void {
  protocol.handle(scheme, ({ url }) => responseFor(url, folders));
}
