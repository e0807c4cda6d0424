/** Streams an export into a file. */
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Redacted } from '#shared/schemas/export.ts';
import { showFailure } from './show-failure.ts';

export type ExportFields = Parameters<typeof core.exports.create>[0];

interface ExportNews {
  readonly name: string;
  readonly deliveries: number;
  readonly bytes: number;
  readonly redacted: readonly Redacted[];
}

export type ReportExport = (news: Partial<ExportNews>) => void;

export const bytesOf = (base64: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));

export async function saveExport(
  request: ExportFields,
  report: ReportExport,
  signal: AbortSignal,
): Promise<void> {
  const { id, name, mediaType } = await core.exports.create(request);
  report({ name });
  const file = host.growFile(name, mediaType);
  for (let done = false; !done; ) {
    if (signal.aborted) {
      // If this fails, the unread export costs the core nothing.
      await core.exports.cancel({ id }).catch(() => undefined);
      return;
    }
    const piece = await core.exports.read({ id });
    file.write(bytesOf(piece.base64));
    done = piece.done;
    const { deliveries, bytes, redacted } = piece;
    report({ deliveries, bytes, redacted });
  }
  file.save();
}

/** Saves it and shows a toast. */
export async function saveDirectly(request: ExportFields, failure: string): Promise<void> {
  let saved: Partial<ExportNews> = {};
  try {
    await saveExport(
      request,
      (news) => {
        saved = { ...saved, ...news };
      },
      new AbortController().signal,
    );
    const left = saved.redacted?.map(({ name }) => name).join(', ') ?? '';
    showToast({
      title: `Saved as ${saved.name}`,
      description: left === '' ? undefined : `Redacted: ${left}.`,
      tone: 'ok',
    });
  } catch (error) {
    showFailure(failure, error);
  }
}
