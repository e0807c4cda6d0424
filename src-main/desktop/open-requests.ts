/**
 * Deep links and files that the system asks the app to open. They only show something: nothing is
 * sent, changed or run.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenRequest } from '#shared/schemas/desktop.ts';
import { scheme } from './app-address.ts';

/** Other links are ignored. */
const deliveryLink = new RegExp(`^${scheme}://delivery/([1-9]\\d{0,14})/?$`);

const openedTypes = new Set(['.capsule', '.har', '.yaml', '.yml', '.zip']);

const maxFileBytes = 200 * 1024 ** 2;

export function requestOfLink(url: string): OpenRequest | null {
  const id = deliveryLink.exec(url)?.[1];
  return id === undefined ? null : { kind: 'delivery', id: Number(id) };
}

export function requestOfFile(path: string): OpenRequest | null {
  if (!openedTypes.has(extname(path).toLowerCase())) return null;
  try {
    const { size } = statSync(path);
    if (size > maxFileBytes) return null;
    return { kind: 'file', name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
  } catch {
    // It doesn't exist, or isn't a file.
    return null;
  }
}

/** Some desktops pass files as URLs. Null for any other argument. */
export function pathOf(argument: string): string | null {
  if (!argument.startsWith('file:')) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}

/** The first link or file of the command line. Chromium's switches are among the arguments. */
export function requestOfArguments(args: readonly string[], folder: string): OpenRequest | null {
  for (const argument of args.filter((one) => !one.startsWith('-'))) {
    const path = pathOf(argument);
    const request =
      requestOfLink(argument) ?? (path === null ? null : requestOfFile(resolve(folder, path)));
    if (request !== null) return request;
  }
  return null;
}
