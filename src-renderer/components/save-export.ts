/** Streams an export into a file. */

import type { Done } from '#renderer/actions/perform.ts';
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import type { Redacted } from '#shared/deliveries/export.ts';

export type ExportFields = Parameters<typeof core.exports.create>[0];

interface ExportProgress {
  readonly name: string;
  readonly deliveries: number;
  readonly bytes: number;
  readonly redacted: readonly Redacted[];
}

export type ReportExport = (progress: Partial<ExportProgress>) => void;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

export async function saveExport(
  request: ExportFields,
  report: ReportExport,
  signal: AbortSignal,
): Promise<void> {
  const { id, name, mediaType } = await core.exports.create(request);
  report({ name });
  const file = host.createFileWriter(name, mediaType);
  for (let done = false; !done; ) {
    if (signal.aborted) {
      // If this fails, the unread export costs the core nothing.
      await core.exports.cancel({ id }).catch(() => undefined);
      return;
    }
    const chunk = await core.exports.read({ id });
    file.write(bytesOf(chunk.base64));
    done = chunk.done;
    const { deliveries, bytes, redacted } = chunk;
    report({ deliveries, bytes, redacted });
  }
  file.save();
}

/** Throws the core's errors. */
export async function saveDirectly(request: ExportFields): Promise<Done> {
  let saved: Partial<ExportProgress> = {};
  const report: ReportExport = (progress) => {
    saved = { ...saved, ...progress };
  };
  await saveExport(request, report, new AbortController().signal);
  const redactedNames = saved.redacted?.map(({ name }) => name).join(', ') ?? '';
  return {
    title: `Saved as ${saved.name}`,
    description: redactedNames === '' ? undefined : `Redacted: ${redactedNames}.`,
    tone: 'ok',
  };
}
