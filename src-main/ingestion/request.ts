/** A request from the listener, and its stored description. */
import type { IncomingHttpHeaders } from 'node:http';
import type {
  HeaderLines,
  MessageOrigin,
  ReceivedRequest,
  SdkMessageType,
} from '#shared/ingestion/message.ts';
import type { BodyResult } from './read-body.ts';

export interface IngestRequest {
  /** Whether the path takes a batch or a single message. */
  readonly expects: 'batch' | SdkMessageType;
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly rawHeaders: readonly string[];
  readonly remoteAddress: string;
  readonly body: Exclude<BodyResult, { kind: 'aborted' }>;
  /** Whether the client has disconnected. */
  readonly isDisconnected: () => boolean;
}

/** The type in the path; null for a batch. */
export const pathType = ({ expects }: IngestRequest): SdkMessageType | null =>
  expects === 'batch' ? null : expects;

/**
 * Marks messages sent from the interface. The value changes at every start, so clients can't fake
 * it.
 */
export const sendHeader = 'hookwright-send';

/** The only destination that a message sent from the interface goes to. */
export const sendToHeader = 'hookwright-send-to';

const fromSdk: MessageOrigin = { kind: 'sdk', id: null };
const fromSend: MessageOrigin = { kind: 'send', id: null };

export const originOf = ({ headers }: IngestRequest, sendToken: string): MessageOrigin =>
  headers[sendHeader] === sendToken ? fromSend : fromSdk;

/** ID of the only destination; null for all of the source. */
export function onlyDestination({ headers }: IngestRequest, sendToken: string): string | null {
  const id = headers[sendToHeader];
  return headers[sendHeader] === sendToken && typeof id === 'string' ? id : null;
}

function headerLines(rawHeaders: readonly string[]): HeaderLines {
  const lines: [string, string][] = [];
  for (let index = 0; index + 1 < rawHeaders.length; index += 2) {
    const name = rawHeaders[index] ?? '';
    lines.push([name, rawHeaders[index + 1] ?? '']);
  }
  return lines;
}

/** Describes the request of a message or batch item for its detail. */
export const describeRequest = (
  request: IngestRequest,
  batchIndex: number | null,
): ReceivedRequest => ({
  method: request.method,
  path: request.url,
  headers: headerLines(request.rawHeaders),
  remoteAddress: request.remoteAddress,
  bodyBytes: request.body.wireBytes,
  batchIndex,
});
