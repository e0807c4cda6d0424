/** A service behind a `fetch`: records requests, and returns scripted responses. */
import { Analytics, type Fetch, type Message, type Options } from '#shared/client/index.ts';
import { type FakeTime, withFakeTime } from './fake-time.ts';

export interface SentRequest {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly body: {
    readonly batch: readonly (Message & { readonly [field: string]: unknown })[];
    readonly sentAt: string;
    readonly messageId: string;
    readonly context: object;
  };
}

type ScriptedResponse =
  | 'refused'
  | 'hang'
  /** Rejects with a value that is neither an Error nor text. */
  | 'nameless'
  | { readonly status: number; readonly retryAfter?: string; readonly body?: unknown };

export interface FakeService {
  readonly fetch: Fetch;
  readonly requests: readonly SentRequest[];
  /** Responds in this order, and then with 200. */
  respond(...responses: readonly ScriptedResponse[]): void;
}

function createService(): FakeService {
  const requests: SentRequest[] = [];
  const queue: ScriptedResponse[] = [];
  return {
    requests,
    respond: (...responses) => void queue.push(...responses),
    fetch: (url, { headers, body, signal }) => {
      requests.push({ url, headers, text: body, body: JSON.parse(body) });
      const response = queue.shift() ?? { status: 200, body: { success: true } };
      if (response === 'refused') return Promise.reject(new Error('connect ECONNREFUSED'));
      if (response === 'nameless') return Promise.reject(Object.create(null));
      if (response === 'hang')
        return new Promise((_, reject) =>
          signal.addEventListener('abort', () => reject(new Error('aborted'))),
        );
      return Promise.resolve({
        status: response.status,
        headers: {
          get: (name) =>
            name.toLowerCase() === 'retry-after' ? (response.retryAfter ?? null) : null,
        },
        text: () => Promise.resolve(JSON.stringify(response.body ?? {})),
      });
    },
  };
}

export interface Play {
  readonly time: FakeTime;
  readonly service: FakeService;
  readonly analytics: Analytics;
  /** Errors and successes passed to the callbacks, in order. */
  readonly reported: readonly string[];
}

export const writeKey = 'wk_test';

export const track = { userId: 'u1', event: 'Signed Up' };

/** Runs with a client of a fake service, in fake time. */
export const play =
  (run: (play: Play) => Promise<void>, options: Options = {}, random = 0) =>
  () =>
    withFakeTime(async (time) => {
      const service = createService();
      const reported: string[] = [];
      const analytics = new Analytics(writeKey, {
        fetch: service.fetch,
        onSuccess: ({ messages }) => void reported.push(`delivered ${messages.length}`),
        onError: ({ status, attempts }, { messages }) =>
          void reported.push(`dropped ${messages.length}: ${status} after ${attempts}`),
        ...options,
      });
      await run({ time, service, analytics, reported });
    }, random);

/** Messages of each request. */
export const batchSizes = ({ requests }: FakeService): readonly number[] =>
  requests.map(({ body }) => body.batch.length);
