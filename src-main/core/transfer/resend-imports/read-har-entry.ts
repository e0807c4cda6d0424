/** Reads a HAR entry recorded by Hookwright or other tools. */
import { z } from 'zod';
import type { HeaderLines } from '#shared/schemas/message.ts';
import { bad, fileRequest, maxBodyBytes, passed, type ReadEntry } from './entry.ts';

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
  if (!entry.success) {
    const [issue] = entry.error.issues;
    return bad(
      `${issue?.path.join('.') || 'The entry'}: ${issue?.message ?? 'it cannot be read.'}`,
    );
  }
  const { method, url, headers, postData } = entry.data.request;
  if (method.toUpperCase() !== 'POST') return passed('It is no POST.');
  if (!/^https?:/i.test(url)) return passed('Its URL is neither http nor https.');
  const body = postData ? bodyOf(postData) : null;
  if (body === null) return passed('It has no body, or the body was not recorded.');
  if (body.length > maxBodyBytes) return bad('The body is too long: at most 4,000,000 bytes.');
  const lines: HeaderLines = headers.map(({ name, value }) => [name, value]);
  // The recorded body is already decoded.
  const request = fileRequest(
    url,
    lines.filter(([name]) => name.toLowerCase() !== 'content-encoding'),
  );
  return 'problem' in request ? bad(request.problem) : { kind: 'entry', body, requests: [request] };
}
