/** Reads a HAR entry recorded by Hookwright or other tools. */
import { z } from 'zod';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { bad, bodyTooLong, fileRequest, invalidField, passed, type ReadEntry } from './entry.ts';

const NamedValue = z.object({ name: z.string(), value: z.string().default('') });

const HarEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: z.array(NamedValue).default([]),
    postData: z
      .object({
        mimeType: z.string().optional(),
        text: z.string().optional(),
        /** Used by Hookwright and some proxies: HAR has no encoding field for requests. */
        _encoding: z.string().optional(),
        encoding: z.string().optional(),
        params: z.array(NamedValue).optional(),
      })
      .nullish(),
  }),
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
  const { method, url, headers, postData } = entry.data.request;
  if (method.toUpperCase() !== 'POST') return passed('not_post');
  if (!/^https?:/i.test(url)) return passed('not_http');
  const body = postData ? bodyOf(postData) : null;
  if (body === null) return passed('no_body');
  const tooLong = bodyTooLong(body);
  if (tooLong !== null) return tooLong;
  const lines: HeaderLines = headers.map(({ name, value }) => [name, value]);
  // The recorded body is already decoded.
  const request = fileRequest(
    url,
    lines.filter(([name]) => name.toLowerCase() !== 'content-encoding'),
  );
  return 'problem' in request ? bad(request.problem) : { kind: 'entry', body, requests: [request] };
}
