/** What can be done with a source at once, each with the way back. */

import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, drop, itemsOf, put } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { neighborOf } from '#renderer/data/listing.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Source } from '#shared/schemas/source.ts';

export async function setSourceEnabled(source: Source, enabled: boolean): Promise<void> {
  // Shown at once; taken back should the core refuse it.
  put(collections.sources, { ...source, enabled });
  try {
    put(collections.sources, await core.sources.update({ id: source.id, enabled }));
  } catch (error) {
    put(collections.sources, source);
    showFailure(`${source.name} was not switched ${enabled ? 'on' : 'off'}`, error);
  }
}

async function setWriteKey({ id, name }: Source, writeKey: string): Promise<boolean> {
  try {
    put(collections.sources, await core.sources.update({ id, writeKey }));
    return true;
  } catch (error) {
    showFailure(`The write key of ${name} was not changed`, error);
    return false;
  }
}

export async function regenerateKey(source: Source): Promise<void> {
  if (!(await setWriteKey(source, newWriteKey()))) return;
  showToast({
    title: `${source.name} has a new write key`,
    description: 'Events sent with the old key are refused from now on.',
    action: { label: 'Undo', run: () => void setWriteKey(source, source.writeKey) },
  });
}

export async function removeSource({ id, name }: Source): Promise<void> {
  try {
    await core.sources.remove({ id });
  } catch (error) {
    return showFailure(`${name} was not deleted`, error);
  }
  const next = neighborOf(itemsOf(collections.sources), id);
  drop(collections.sources, id);
  navigate({ page: 'sources', path: next === undefined ? [] : [next] }, 'replace');
  showToast({
    title: `Deleted ${name}`,
    description: 'Its write key is refused from now on. Messages and deliveries stay.',
    action: { label: 'Undo', run: () => void restoreSource(id, name) },
  });
}

async function restoreSource(id: string, name: string): Promise<void> {
  try {
    put(collections.sources, await core.sources.restore({ id }));
    openSource(id);
  } catch (error) {
    showFailure(`${name} could not be brought back`, error);
  }
}

export function openSource(id: string): void {
  navigate({ page: 'sources', path: [id] }, 'replace');
}

export function openNewSource(): void {
  navigate({ page: 'sources', path: ['new'] });
}

/** Letters and digits only, so that a double click marks the whole key. */
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
/** As long as the keys that the core makes. */
const keyLength = 32;
/** The largest multiple of the alphabet in a byte: bytes above it would favour its first letters. */
const fairBytes = Math.floor(256 / alphabet.length) * alphabet.length;

export function newWriteKey(
  randomBytes: (count: number) => Uint8Array = (count) =>
    crypto.getRandomValues(new Uint8Array(count)),
): string {
  let key = '';
  while (key.length < keyLength) {
    const fair = [...randomBytes(keyLength)].filter((byte) => byte < fairBytes);
    key += fair.map((byte) => alphabet[byte % alphabet.length]).join('');
  }
  return key.slice(0, keyLength);
}
