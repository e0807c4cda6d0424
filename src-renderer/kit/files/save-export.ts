/** Streams an export into a file. */

import type { Done } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { joined } from '#renderer/kit/host/files.ts';
import { host } from '#renderer/kit/host/host.ts';
import type { Redacted } from '#shared/deliveries/export.ts';
import { fromBase64 } from '#shared/kit/base64.ts';
import { download } from '#shared/kit/transfer.ts';

export type ExportFields = Parameters<typeof core.exports.create>[0];

interface ExportProgress {
  readonly name: string;
  readonly deliveries: number;
  readonly bytes: number;
  readonly redacted: readonly Redacted[];
}

export type ReportExport = (progress: Partial<ExportProgress>) => void;

export async function saveExport(
  request: ExportFields,
  report: ReportExport,
  signal?: AbortSignal,
): Promise<void> {
  const { id, name, mediaType } = await core.exports.create(request);
  report({ name });
  async function* content() {
    for await (const { base64, done: _, ...progress } of download({ id, signal }, core.exports)) {
      yield fromBase64(base64);
      report(progress);
    }
  }
  host.saveFile(name, mediaType, await joined(content()));
}

/** Throws the core's errors. */
export async function saveDirectly(request: ExportFields): Promise<Done> {
  let saved: Partial<ExportProgress> = {};
  const report: ReportExport = (progress) => {
    saved = { ...saved, ...progress };
  };
  await saveExport(request, report);
  const redactedNames = saved.redacted?.map(({ name }) => name).join(', ') ?? '';
  return {
    title: `Saved as ${saved.name}`,
    description: redactedNames === '' ? undefined : `Redacted: ${redactedNames}.`,
    tone: 'ok',
  };
}
