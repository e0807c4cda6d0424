/**
 * Deep links and files that the system asks the app to open. They only show something: nothing is
 * sent, changed or run.
 */
import { readFileSync, statSync } from 'node:fs';
import { basename, extname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { OpenRequest } from '#shared/settings/desktop.ts';
import { scheme } from './app-address.ts';

/** Other links are ignored. */
const deliveryLink = new RegExp(`^${scheme}://delivery/([1-9]\\d{0,14})/?$`);

const openedTypes = new Set(['.hookwright-run', '.yaml', '.yml', '.zip']);

const maxFileBytes = 200 * 1024 ** 2;

function requestOfLink(url: string): OpenRequest | null {
  const id = deliveryLink.exec(url)?.[1];
  return id === undefined ? null : { kind: 'delivery', id: Number(id) };
}

function isOpenedFile(path: string): boolean {
  if (!openedTypes.has(extname(path).toLowerCase())) return false;
  try {
    const found = statSync(path);
    return found.isFile() && found.size <= maxFileBytes;
  } catch {
    // It doesn't exist, or can't be read.
    return false;
  }
}

function requestOfFile(path: string): OpenRequest | null {
  if (!isOpenedFile(path)) return null;
  try {
    return { kind: 'file', name: basename(path), bytes: new Uint8Array(readFileSync(path)) };
  } catch {
    return null;
  }
}

/** Of a link, or of the path of a file. */
export const requestOf = (opened: string): OpenRequest | null =>
  requestOfLink(opened) ?? requestOfFile(opened);

/** Some desktops pass files as URLs. Null for any other argument. */
export function pathOf(argument: string): string | null {
  if (!argument.startsWith('file:')) return argument;
  try {
    return fileURLToPath(argument);
  } catch {
    return null;
  }
}

/** A link, or the absolute path of a file. Null for any other argument. */
function openedBy(argument: string, folder: string): string | null {
  if (argument.startsWith('-')) return null;
  if (requestOfLink(argument) !== null) return argument;
  const path = pathOf(argument);
  const file = path === null ? null : resolve(folder, path);
  return file !== null && isOpenedFile(file) ? file : null;
}

/** The first link or file of the command line. Chromium's switches are among the arguments. */
export const openedIn = (args: readonly string[], folder: string): string | null =>
  args.map((one) => openedBy(one, folder)).find((opened) => opened !== null) ?? null;

/** The other arguments. */
export const withoutOpened = (args: readonly string[], folder: string): readonly string[] =>
  args.filter((one) => openedBy(one, folder) === null);
