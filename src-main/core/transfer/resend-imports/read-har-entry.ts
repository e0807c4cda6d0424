/** Reads a HAR entry recorded by Hookwright or other tools. */
import { z } from 'zod';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { bad, bodyTooLong, fileRequest, invalidField, passed, type ReadEntry } from './entry.ts';

const NamedValue = z.object({ name: z.string(), value: z.string().default('') });

/** Headers or fields of a form: a bound of the work for an entry. */
const maxListed = 10_000;

const HarEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(NamedValue).max(maxListed).default([]),
    postData: z
      .object({
        mimeType: z.string().optional(),
        text: z.string().optional(),
        /** Used by Hookwright and some proxies: HAR has no encoding field for requests. */
        _encoding: z.string().optional(),
        encoding: z.string().optional(),
        params: z.array(NamedValue).max(maxListed).optional(),
      })
      .nullish(),
    /** Bytes of the body; negative if unknown. */
    bodySize: z.number().default(-1),
  }),
  /** Only in exports of Hookwright, which have the body as it was sent. */
  _delivery: z.unknown().optional(),
  _receiver: z.unknown().optional(),
});

type PostData = NonNullable<z.infer<typeof HarEntry>['request']['postData']>;

/** Null if the body was not recorded. */
function bodyOf({ text, _encoding, encoding, params, mimeType }: PostData): Uint8Array | null {
  if (text !== undefined && text !== '')
    return Buffer.from(text, (_encoding ?? encoding) === 'base64' ? 'base64' : 'utf8');
  // Some tools record forms only as fields.
  if (params !== undefined && params.length > 0 && !mimeType?.startsWith('multipart/'))
    return Buffer.from(
      new URLSearchParams(
        params.map(({ name, value }): [string, string] => [name, value]),
      ).toString(),
    );
  return null;
}

export function readHarEntry(value: unknown): ReadEntry {
  const entry = HarEntry.safeParse(value);
  if (!entry.success) return invalidField(entry.error);
  const { request: recorded, _delivery, _receiver } = entry.data;
  const { method, url, headers, postData, bodySize } = recorded;
  const isExport = _delivery !== undefined || _receiver !== undefined;
  if (method.toUpperCase() !== 'POST') return passed('not_post');
  if (!/^https?:/i.test(url)) return passed('not_http');
  const body = (postData && bodyOf(postData)) ?? (bodySize === 0 ? new Uint8Array() : null);
  if (body === null || (isExport && bodySize > body.length)) return passed('no_body');
  const tooLong = bodyTooLong(body);
  if (tooLong !== null) return tooLong;
  const lines: HeaderLines = headers.map(({ name, value }) => [name, value]);
  // Other tools record the decoded body.
  const request = fileRequest(
    url,
    lines.filter(([name]) => isExport || name.toLowerCase() !== 'content-encoding'),
  );
  return 'problem' in request ? bad(request.problem) : { kind: 'entry', body, requests: [request] };
}
