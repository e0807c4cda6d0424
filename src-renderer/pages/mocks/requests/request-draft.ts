/** The draft of a copy of a request in the log. Pure. */
import {
  type CopyDraft,
  givenHeaders,
  typedLines,
} from '#renderer/components/send-copy/copy-draft.ts';
import type { RecordedSigning } from '#shared/schemas/copy.ts';
import type { MockEntryDetail } from '#shared/schemas/mock-request.ts';
import type { RequestCopyEdit } from './use-request-copy.ts';

export interface RequestDraft extends Omit<CopyDraft, 'secret' | 'signing'> {
  readonly method: string;
  readonly signing: RecordedSigning;
  /** Its secret signs the request; null: none. */
  readonly destinationId: string | null;
}

export const draftOfRequest = ({ method, headers, body }: MockEntryDetail): RequestDraft => ({
  method: method ?? '',
  // Empty: the same mock endpoint.
  url: '',
  headers: typedLines(headers),
  body: body.text ?? '',
  signing: 'as_is',
  destinationId: null,
});

/** Contains only changed fields, so that the others are sent exactly as recorded. */
export function editOfRequest(
  { mockId, id }: Pick<MockEntryDetail, 'mockId' | 'id'>,
  initial: RequestDraft,
  draft: RequestDraft,
): RequestCopyEdit {
  const lines = (of: RequestDraft) =>
    givenHeaders(of).map(({ name, value }): [string, string] => [name, value]);
  const hasNewHeaders = JSON.stringify(lines(draft)) !== JSON.stringify(lines(initial));
  return {
    id: mockId,
    requestId: id,
    method: draft.method,
    signing: draft.signing,
    ...(draft.url === '' ? {} : { url: draft.url }),
    ...(hasNewHeaders ? { headers: lines(draft) } : {}),
    ...(draft.body === initial.body ? {} : { body: draft.body }),
    ...(draft.destinationId === null ? {} : { destinationId: draft.destinationId }),
  };
}
