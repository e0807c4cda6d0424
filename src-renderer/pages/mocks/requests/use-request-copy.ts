/** Sends a copy of a recorded request, and keeps the result while it is open. */
import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorCode, errorSentence } from '#renderer/data/error-sentence.ts';
import type { CopyDetail } from '#shared/schemas/copy.ts';

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
