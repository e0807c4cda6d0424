/** Reads the requests of a HAR recorded by Hookwright, a browser or a proxy. */
import { z } from 'zod';
import { fieldError } from '#main/kit/app-error.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatCount } from '#shared/kit/format.ts';
import { isNestedTooDeep, maxNesting } from '#shared/kit/nesting.ts';
import { maxListedEntries, type ReadRequest } from '#shared/sending/read-request.ts';
import type { RawRequest } from './read-curl.ts';
import { textProblem } from './text-problem.ts';

const NamedValue = z.object({ name: z.string(), value: z.string().default('') });

/** Far more than can be sent. */
const maxNamedValues = 10_000;

/** More than 1 MB has room for. */
const maxEntries = 10_000;

/** Counted first: each invalid value is an issue, and a HAR has room for half a million (D62). */
const NamedValues = z.array(z.unknown()).max(maxNamedValues).pipe(z.array(NamedValue)).default([]);

const HarEntry = z.object({
  request: z.object({
    method: z.string(),
    url: z.string(),
    headers: NamedValues,
    postData: z
      .object({
        mimeType: z.string().optional(),
        text: z.string().optional(),
        /** Used by Hookwright and some proxies: HAR has no encoding field for requests. */
        _encoding: z.string().optional(),
        encoding: z.string().optional(),
        params: NamedValues,
      })
      .nullish(),
    /** Bytes of the body; negative if unknown. */
    bodySize: z.number().default(-1),
  }),
  /** Only in exports of Hookwright, which have the body as it was sent. */
  _delivery: z.unknown().optional(),
  _mock: z.unknown().optional(),
});

type HarRequest = z.infer<typeof HarEntry>['request'];

const Har = z.object({ log: z.object({ entries: z.array(z.unknown()) }) });

/** What is listed: another entry may be invalid. */
const ListedEntry = z
  .object({ request: z.object({ method: z.string(), url: z.string() }) })
  .transform(({ request: { method, url } }) => ({ method, url }))
  .catch({ method: '', url: '' });

/** Null if the body was not recorded. */
function bodyOf({ postData, bodySize }: HarRequest): Uint8Array | null {
  const { text = '', _encoding, encoding, params = [], mimeType } = postData ?? {};
  if (text !== '')
    return Buffer.from(text, (_encoding ?? encoding) === 'base64' ? 'base64' : 'utf8');
  // Some tools record forms only as fields.
  if (params.length > 0)
    return mimeType?.startsWith('multipart/')
      ? null
      : Buffer.from(
          new URLSearchParams(
            params.map(({ name, value }): [string, string] => [name, value]),
          ).toString(),
        );
  return bodySize > 0 ? null : new Uint8Array();
}

function readEntry(value: unknown, number: number): RawRequest {
  const entry = HarEntry.safeParse(value);
  if (!entry.success) {
    const [issue] = entry.error.issues;
    const field = issue?.path.join('.') ?? '';
    throw textProblem(
      issue?.code === 'too_big'
        ? `Entry ${number} of the HAR has more than ${formatCount(maxNamedValues)} ${field}.`
        : `Entry ${number} of the HAR has a missing or invalid field: ${field}.`,
      'Choose another entry.',
    );
  }
  const { request, _delivery, _mock } = entry.data;
  const isExport = _delivery !== undefined || _mock !== undefined;
  const body = bodyOf(request);
  if (body === null || (isExport && request.bodySize > body.length))
    throw textProblem(
      `The body of entry ${number} was not recorded completely.`,
      'Choose another entry, or paste the request as a cURL command.',
    );
  const headers: HeaderLines = request.headers.map(({ name, value }) => [name, value]);
  return {
    method: request.method,
    url: request.url.split('#', 1)[0] ?? '',
    // Other tools record the decoded body.
    headers: headers.filter(([name]) => isExport || name.toLowerCase() !== 'content-encoding'),
    body,
  };
}

function entriesOf(text: string): readonly unknown[] {
  if (isNestedTooDeep(Buffer.from(text)))
    throw textProblem(`The HAR is nested deeper than ${maxNesting} levels.`);
  try {
    return Har.parse(JSON.parse(text.replace(/^\uFEFF/, ''))).log.entries;
  } catch {
    throw textProblem(
      'The text is neither a cURL command nor a HAR.',
      'Paste a command that starts with curl, or a HAR with log.entries.',
    );
  }
}

/** The request of the only entry or the given one, or the list to choose from. */
export function readHar(
  text: string,
  chosen: number | undefined,
): RawRequest | Extract<ReadRequest, { kind: 'entries' }> {
  const entries = entriesOf(text);
  if (entries.length > maxEntries)
    throw textProblem(
      `The HAR has more than ${formatCount(maxEntries)} entries.`,
      'Keep only the entry to read.',
    );
  if (entries.length === 0) throw textProblem('The HAR has no entries.', 'Record a request first.');
  const number = chosen ?? (entries.length === 1 ? 1 : undefined);
  if (number === undefined)
    return {
      kind: 'entries',
      entries: entries
        .slice(0, maxListedEntries)
        .map((value, index) => ({ entry: index + 1, ...ListedEntry.parse(value) })),
      entryCount: entries.length,
    };
  if (number > entries.length)
    throw fieldError(['entry'], `The HAR has ${entries.length} entries.`, 'Choose one of them.');
  return readEntry(entries[number - 1], number);
}
