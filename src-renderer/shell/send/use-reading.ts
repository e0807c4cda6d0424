/** Reads what is pasted or dropped into the draft: a request, or a file of events. */
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { useRequestReading } from '#renderer/requests/copy/use-request-reading.ts';
import { webhooksOf } from '#shared/connections/destination.ts';
import { takesPayloads } from '#shared/profiles/profiles.ts';
import type { ReadRequest } from '#shared/sending/read-request.ts';
import { fileOf } from './event-file.ts';
import { eventOfRequest } from './send-request.ts';
import { addCopy, useSend } from './send-store.ts';

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

export type Reading = ReturnType<typeof useReading>;

export function useReading() {
  const reading = useRequestReading(takeOver);
  return {
    ...reading,
    readFile: async (file: File) => {
      const text = await file.text();
      if (isRequestText(text)) return reading.readRequest(text);
      reading.dismiss();
      useSend.setState({ mode: 'file', file: fileOf(file.name, text) });
    },
  };
}
