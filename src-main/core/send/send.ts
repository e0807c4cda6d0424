/** Sending events by hand: real HTTP requests to the ingestion, as an SDK would make them. */
import { Client } from 'undici';
import { callTypes, IngestCode } from '#shared/schemas/message.ts';
import type { IngestAnswer, SendProgress, SendRequest } from '#shared/schemas/send.ts';
import type { Source } from '#shared/schemas/source.ts';
import type { Clock, Random } from '../ports.ts';
import { randomUuid } from '../random-id.ts';
import { Refusal, refusedField } from '../refusal.ts';
import type { Directory } from '../setup/directory.ts';
import { samples } from './samples.ts';

/** messageIds told back; more would make the answer of a large send heavy. */
const toldMessageIds = 100;

/** Longest wait for the ingestion's own answer: it is on this machine. */
const answerTimeOutMs = 10_000;

/** Requests under way at once when no rate is given: what a busy SDK does. */
const concurrency = 8;

export interface SendTools {
  readonly directory: Directory;
  readonly clock: Clock;
  /** Rates are of real time, however the product's clock runs: they load real sockets. */
  readonly machineClock: Clock;
  readonly random: Random;
  readonly ingestUrl: () => string | null;
}

/** The source by id or name; without either, the only one there is. */
export function findSource(directory: Directory, wanted: string | undefined): Source {
  const sources = directory.sources();
  if (wanted === undefined) {
    const [only, second] = sources;
    if (only !== undefined && second === undefined) return only;
    throw refusedField(
      ['source'],
      only === undefined
        ? 'There is no source yet: create one first.'
        : 'There are several sources: name the one to send as.',
    );
  }
  const found = sources.find(({ id, name }) => id === wanted || name === wanted);
  if (found === undefined)
    throw refusedField(['source'], `There is no source "${wanted}": name one that exists.`);
  return found;
}

function messageOf(request: SendRequest): Record<string, unknown> {
  if (request.message !== undefined) return request.message;
  const sample = samples.find(({ name }) => name === request.sample);
  if (sample === undefined)
    throw refusedField(
      ['sample'],
      `There is no sample "${request.sample}": choose one of ${samples.map(({ name }) => name).join(', ')}.`,
    );
  return sample.message;
}

async function post(client: Client, source: Source, message: object): Promise<IngestAnswer> {
  const type = callTypes.find((known) => 'type' in message && known === message.type);
  const response = await client.request({
    method: 'POST',
    // A path would lend its type to a message without one; a batch says what is wrong with it.
    path: type === undefined ? '/v1/batch' : `/v1/${type}`,
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`${source.writeKey}:`).toString('base64')}`,
    },
    body: JSON.stringify(type === undefined ? { batch: [message] } : message),
    signal: AbortSignal.timeout(answerTimeOutMs),
  });
  const answer = (await response.body.json()) as { code?: unknown; message?: unknown };
  const code = IngestCode.safeParse(answer.code);
  return {
    status: response.statusCode,
    code: code.success ? code.data : null,
    message: typeof answer.message === 'string' ? answer.message : null,
  };
}

/** Sends as asked and yields how far it is; ends early when `signal` is aborted. */
export function sendAndFollow(
  tools: SendTools,
  request: SendRequest,
  signal?: AbortSignal,
): AsyncGenerator<SendProgress, void, void> {
  const source = findSource(tools.directory, request.source);
  const template = messageOf(request);
  const ingestUrl = tools.ingestUrl();
  if (ingestUrl === null)
    throw new Refusal('unavailable', 'The ingestion does not listen: see Settings.');
  return run(tools, request, source, template, ingestUrl, signal);
}

async function* run(
  tools: SendTools,
  request: SendRequest,
  source: Source,
  template: Record<string, unknown>,
  ingestUrl: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<SendProgress, void, void> {
  const client = new Client(ingestUrl, { pipelining: concurrency });
  const startedAt = tools.machineClock.now();
  let progress: SendProgress = {
    sent: 0,
    count: request.count,
    accepted: 0,
    rejected: 0,
    messageIds: [],
    lastAnswer: null,
  };

  async function sendOne(): Promise<void> {
    const messageId =
      template.messageId === undefined || template.messageId === null
        ? randomUuid(tools.random)
        : template.messageId;
    const answer = await post(client, source, { ...template, messageId });
    const isAccepted = answer.status === 200;
    progress = {
      ...progress,
      sent: progress.sent + 1,
      accepted: progress.accepted + Number(isAccepted),
      rejected: progress.rejected + Number(!isAccepted),
      messageIds: isAccepted
        ? [...progress.messageIds, String(messageId)].slice(-toldMessageIds)
        : progress.messageIds,
      lastAnswer: answer,
    };
  }

  /** How many may have been sent by now at the asked rate; at least one more than none. */
  const dueCount = () =>
    request.perSecond === undefined
      ? request.count
      : 1 + Math.floor(((tools.machineClock.now() - startedAt) * request.perSecond) / 1_000);

  try {
    while (progress.sent < request.count && signal?.aborted !== true) {
      const ready = Math.min(
        concurrency,
        dueCount() - progress.sent,
        request.count - progress.sent,
      );
      if (ready > 0) {
        await Promise.all(Array.from({ length: ready }, sendOne));
        yield progress;
      } else if (request.perSecond !== undefined) {
        await until(
          tools.machineClock,
          startedAt + (progress.sent * 1_000) / request.perSecond,
          signal,
        );
      }
    }
  } catch (cause) {
    throw new Refusal(
      'unavailable',
      `The ingestion did not answer: ${cause instanceof Error ? cause.message : String(cause)}`,
    );
  } finally {
    await client.destroy();
  }
}

const until = (clock: Clock, time: number, signal: AbortSignal | undefined) =>
  new Promise<void>((resolve) => {
    const done = () => {
      cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const cancel = clock.at(Math.ceil(time), done);
    signal?.addEventListener('abort', done);
  });

/** Sends as asked and answers when all were answered. */
export async function sendAll(tools: SendTools, request: SendRequest): Promise<SendProgress> {
  let last: SendProgress | undefined;
  for await (const progress of sendAndFollow(tools, request)) last = progress;
  if (last === undefined) throw new Refusal('unavailable', 'Nothing was sent.');
  return last;
}
