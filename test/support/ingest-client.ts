/** Requests to the ingestion endpoint, with full control of the headers. */
import { request } from 'undici';
import type { Core } from '#main/app.ts';
import type { DeliverySummary } from '#shared/deliveries/delivery.ts';
import type { MessageSummary } from '#shared/ingestion/message.ts';
import { writeKey } from './builders.ts';

export interface IngestReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  /** The JSON of the response, which is always JSON. */
  readonly json: {
    readonly success?: boolean;
    readonly code?: string;
    readonly message?: string;
    readonly error?: string;
    readonly accepted?: number;
    readonly rejectedCount?: number;
    readonly rejected?: readonly {
      readonly index: number;
      readonly code: string;
      readonly message: string;
    }[];
  };
}

export const basic = (key: string): string => `Basic ${Buffer.from(`${key}:`).toString('base64')}`;

/** Posts raw bytes. */
export async function postBytes(
  { ingestUrl }: Pick<Core, 'ingestUrl'>,
  path: string,
  body: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): Promise<IngestReply> {
  const response = await request(`${ingestUrl}${path}`, {
    method: 'POST',
    headers: { authorization: basic(writeKey), 'content-type': 'application/json', ...headers },
    body,
  });
  const text = await response.body.text();
  return {
    status: response.statusCode,
    headers: response.headers,
    text,
    json: JSON.parse(text),
  };
}

/** Posts a value as JSON. */
export const post = (
  core: Pick<Core, 'ingestUrl'>,
  path: string,
  value: unknown,
  headers?: Readonly<Record<string, string>>,
): Promise<IngestReply> => postBytes(core, path, JSON.stringify(value), headers);

export interface Sent {
  readonly message: MessageSummary;
  readonly deliveries: readonly DeliverySummary[];
  /** The only delivery; throws if there are none or several. */
  readonly delivery: DeliverySummary;
}

/** Sends a message through ingestion, which must accept it, and returns its delivery. */
export async function send(core: Core, message: object): Promise<Sent> {
  const type = 'type' in message ? message.type : 'track';
  const response = await post(core, `/v1/${type}`, message);
  if (response.status !== 200) throw new Error(`Not accepted: ${response.text}`);
  const [newest] = core.messages.list({ limit: 1 }).items;
  if (newest === undefined) throw new Error('The message is not in the store.');
  const { deliveries, ...summary } = core.messages.get({ id: newest.id });
  return {
    message: summary,
    deliveries,
    get delivery() {
      const [only, second] = deliveries;
      if (only === undefined || second !== undefined)
        throw new Error(`There are ${deliveries.length} deliveries, not one.`);
      return only;
    },
  };
}

let count = 0;

/** A small track event; `more` adds to it. */
export function track(more: object = {}) {
  count += 1;
  return { type: 'track', userId: 'user-1', event: `Event ${count}`, ...more };
}
