/** Sends a copy of a recorded request, and keeps the result while it is open. */
import { useState } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { errorCode, errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { type CopyDraft, givenHeaders, typedLines } from '#renderer/requests/copy/copy-draft.ts';
import type { CopyDetail, RecordedSigning } from '#shared/deliveries/copy.ts';
import type { MockEntryDetail } from '#shared/mocks/request.ts';

export type RequestCopyEdit = Parameters<typeof core.mockRequests.sendCopy>[0];

type Sending =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly copy: CopyDetail }
  | { readonly state: 'failed'; readonly code: string; readonly problem: string };

export interface RequestCopy {
  readonly result: Sending;
  /** Resolves with whether it was sent. */
  readonly send: (edit: RequestCopyEdit) => Promise<boolean>;
  readonly dismiss: () => void;
}

export function useRequestCopy(): RequestCopy {
  const [result, setResult] = useState<Sending>({ state: 'none' });
  const send = async (edit: RequestCopyEdit): Promise<boolean> => {
    setResult({ state: 'running' });
    try {
      setResult({ state: 'done', copy: await core.mockRequests.sendCopy(edit) });
      return true;
    } catch (error) {
      setResult({ state: 'failed', code: errorCode(error), problem: errorSentence(error) });
      return false;
    }
  };
  return { result, send, dismiss: () => setResult({ state: 'none' }) };
}

// The draft of a copy of a request in the log.

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
