/** Resends a recorded request and keeps the result while it is open. */
import { useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorCode, errorSentence } from '#renderer/data/error-sentence.ts';
import type { ResendDetail } from '#shared/schemas/resend.ts';

export type RequestResendEdit = Parameters<typeof core.receiverRequests.resend>[0];

type Resending =
  | { readonly state: 'none' }
  | { readonly state: 'running' }
  | { readonly state: 'done'; readonly resend: ResendDetail }
  | { readonly state: 'failed'; readonly code: string; readonly problem: string };

export interface RequestResend {
  readonly result: Resending;
  /** Resolves with whether it was sent. */
  readonly send: (edit: RequestResendEdit) => Promise<boolean>;
  readonly dismiss: () => void;
}

export function useRequestResend(): RequestResend {
  const [result, setResult] = useState<Resending>({ state: 'none' });
  const send = async (edit: RequestResendEdit): Promise<boolean> => {
    setResult({ state: 'running' });
    try {
      setResult({ state: 'done', resend: await core.receiverRequests.resend(edit) });
      return true;
    } catch (error) {
      setResult({ state: 'failed', code: errorCode(error), problem: errorSentence(error) });
      return false;
    }
  };
  return { result, send, dismiss: () => setResult({ state: 'none' }) };
}
