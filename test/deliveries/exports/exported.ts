import type { z } from 'zod';
import type { Core } from '#main/app.ts';
import { ExportRequest } from '#shared/deliveries/export.ts';

export interface Exported {
  readonly name: string;
  readonly mediaType: string;
  readonly bytes: Buffer;
  readonly redacted: readonly string[];
  readonly deliveries: number;
  /** Number of pieces. */
  readonly pieces: number;
}

/** The complete file of an export. */
export async function exported(
  core: Core,
  request: z.input<typeof ExportRequest>,
): Promise<Exported> {
  const { id, name, mediaType } = await core.exports.create(ExportRequest.parse(request));
  const parts: Buffer[] = [];
  for (;;) {
    const piece = await core.exports.read({ id });
    parts.push(Buffer.from(piece.base64, 'base64'));
    if (!piece.done) continue;
    const { deliveries, redacted } = piece;
    return {
      name,
      mediaType,
      bytes: Buffer.concat(parts),
      redacted: redacted.map(({ name }) => name),
      deliveries,
      pieces: parts.length,
    };
  }
}
