/** Reads what is pasted or dropped into the draft: a request, or a file of events. */
import { useState } from 'react';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { withoutResponses } from '#renderer/requests/copy/copy-draft.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import { type ReadRequest, RequestText } from '#shared/sending/read-request.ts';
import { fileOf } from './event-file.ts';
import { eventOfRequest } from './send-request.ts';
import { addCopy, useSend } from './send-store.ts';

type Entries = Extract<ReadRequest, { kind: 'entries' }>;

/** A cURL command, or a HAR. */
export function isRequestText(text: string): boolean {
  if (/^\s*curl(?:\.exe)?\s/.test(text)) return true;
  if (!/^\s*\uFEFF?\{[^{]*"log"\s*:/.test(text)) return false;
  try {
    return Array.isArray(JSON.parse(text.replace(/^\uFEFF/, '')).log?.entries);
  } catch {
    return false;
  }
}

/** Chooses the destination of a payload that has the URL, if there is one. */
function sendTo(requested: string): void {
  const destination = itemsOf(collections.destinations).find(
    (candidate) =>
      takesPayloads(candidate) && webhooksOf(candidate).some(({ url }) => url === requested),
  );
  if (destination !== undefined) useSend.setState({ destinationId: destination.id });
}

/** Takes a request over; returns why it can't be. */
function takeOver(read: Extract<ReadRequest, { kind: 'request' }>): string | null {
  const result = eventOfRequest(read);
  if (result.kind === 'problem') return result.problem;
  if (result.kind === 'file') useSend.setState({ mode: 'file', file: result.file });
  else {
    addCopy(result.event);
    if (result.event.kind === 'payload') sendTo(read.request.url);
    const source = itemsOf(collections.sources).find(
      ({ writeKey }) => writeKey === result.writeKey,
    );
    if (source !== undefined) useSend.setState({ sourceId: source.id });
  }
  return null;
}

export interface Reading {
  /** Why it can't be read. */
  readonly problem: string | null;
  /** Of a HAR with several, to choose from. */
  readonly entries: Entries | null;
  readonly choose: (entry: number) => void;
  readonly readRequest: (text: string) => void;
  readonly readFile: (file: File) => Promise<void>;
  readonly dismiss: () => void;
}

export function useReading(): Reading {
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
  const readRequest = (text: string): void => void read({ text: withoutResponses(text) });
  return {
    problem,
    entries: har?.list ?? null,
    choose: (entry) => har !== null && void read({ text: har.text, entry }),
    readRequest,
    readFile: async (file) => {
      const text = await file.text();
      if (isRequestText(text)) return readRequest(text);
      setProblem(null);
      useSend.setState({ mode: 'file', file: fileOf(file.name, text) });
    },
    dismiss: () => {
      setProblem(null);
      setHar(null);
    },
  };
}
