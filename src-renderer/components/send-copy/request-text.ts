/** The text of a request to read: a cURL command or a HAR. Pure. */
import type { ReadRequest } from '#shared/schemas/read-request.ts';
import { type CopyDraft, typedLines } from './copy-draft.ts';

type ReadEntry = Extract<ReadRequest, { kind: 'request' }>;

/** Responses are not needed, and make most of a HAR. Any other text stays as it is. */
export function withoutResponses(text: string): string {
  try {
    const { log } = JSON.parse(text.replace(/^\uFEFF/, ''));
    const entries = log.entries.map(
      ({ response: _response, ...entry }: object & { response: unknown }) => entry,
    );
    return JSON.stringify({ log: { entries } });
  } catch {
    return text;
  }
}

/** The draft with the request, which a delivery signs again; or why it can't be edited. */
export function filledDraft(
  draft: CopyDraft,
  { request: { method, url, headers }, body }: ReadEntry,
): CopyDraft | { readonly problem: string } {
  if (method !== 'POST')
    return { problem: `The request is a ${method}. Copies of deliveries are POST requests.` };
  if (body.text === null) return { problem: "The body is not UTF-8 text, so it can't be edited." };
  return { ...draft, url, headers: typedLines(headers), body: body.text };
}
