/** Reads a request from a cURL command, or from a HAR with one entry or several. */
import { useState } from 'react';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { type ReadRequest, RequestText } from '#shared/sending/read-request.ts';
import { withoutResponses } from './copy-draft.ts';

export type Entries = Extract<ReadRequest, { kind: 'entries' }>;
type OneRequest = Extract<ReadRequest, { kind: 'request' }>;

/** `takeOver` returns why it can't use the request, or null. */
export function useRequestReading(takeOver: (read: OneRequest) => string | null) {
  const [problem, setProblem] = useState<string | null>(null);
  const [har, setHar] = useState<{ readonly text: string; readonly list: Entries } | null>(null);

  async function read(input: RequestText): Promise<void> {
    setProblem(null);
    // A longer message would end the connection.
    const checked = RequestText.safeParse(input);
    if (!checked.success) return setProblem(checked.error.issues[0]?.message ?? '');
    try {
      const result = await core.send.readRequest(checked.data);
      if (result.kind === 'entries') return setHar({ text: input.text, list: result });
      setHar(null);
      setProblem(takeOver(result));
    } catch (error) {
      setProblem(errorSentence(error));
    }
  }
  return {
    /** Why it can't be read. */
    problem,
    /** Of a HAR with several, to choose from. */
    entries: har?.list ?? null,
    choose: (entry: number) => har !== null && void read({ text: har.text, entry }),
    readRequest: (text: string) => void read({ text: withoutResponses(text) }),
    dismiss: () => {
      setProblem(null);
      setHar(null);
    },
  };
}
