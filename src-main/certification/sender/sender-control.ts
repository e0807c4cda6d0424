/** Requests to the sender under test: to send a message, and to set its clock. */
import { setTimeout } from 'node:timers/promises';
import { fieldError } from '#main/kit/app-error.ts';
import type { SendTools } from '#main/kit/http-client/connector.ts';
import { createRequester } from '#main/kit/http-client/requester.ts';

const timeoutMs = 10_000;

/** A sender that starts at the same time may not listen yet, nor its container have a name. */
const connectAttempts = 30;
const connectDelayMs = 500;

const codeOf = (error: unknown): string =>
  error instanceof Error ? ((error as NodeJS.ErrnoException).code ?? '') : '';

const isUnreachable = (error: unknown): boolean =>
  ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH'].includes(codeOf(error));

/** An error for several addresses of a host has no message. */
const reasonOf = (error: unknown): string =>
  (error instanceof Error ? error.message : String(error)) || codeOf(error);

interface TriggerBody {
  readonly url: string;
  readonly marker: string;
}

export interface SenderControl {
  /**
   * Throws an AppError for `triggerUrl`, unless its message has arrived: then the trigger was reached, even if it
   * responds only after delivery.
   */
  trigger(body: TriggerBody, hasArrived: () => boolean): Promise<void>;
  /** Returns the status of the trigger, which may refuse to send to a disabled endpoint. */
  triggerDisabled(body: TriggerBody): Promise<number>;
  /** Throws an AppError for `clockUrl`. */
  setClock(now: number): Promise<void>;
  close(): Promise<void>;
}

interface ControlOptions {
  readonly triggerUrl: string | undefined;
  readonly clockUrl: string | undefined;
  readonly sendTools: SendTools;
  readonly signal: AbortSignal | undefined;
  /** Why the trigger or the clock can't be reached, until it is; null once it is. */
  readonly onProblem: (problem: string | null) => void;
}

export function createSenderControl(options: ControlOptions): SenderControl {
  const requester = createRequester(options.sendTools);

  async function post(url: string, body: unknown): Promise<number> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await requester.request(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: options.signal === undefined ? timeout : AbortSignal.any([options.signal, timeout]),
    });
    await response.body.dump();
    return response.statusCode;
  }

  async function command(
    field: 'triggerUrl' | 'clockUrl',
    noun: string,
    url: string | undefined,
    body: unknown,
    hasArrived = () => false,
  ): Promise<number> {
    if (url === undefined) return 0;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const status = await post(url, body);
        options.onProblem(null);
        return status;
      } catch (error) {
        if (options.signal?.aborted) return 0;
        if (hasArrived()) {
          options.onProblem(null);
          return 0;
        }
        const problem = `${noun} can't be reached: ${reasonOf(error)}.`;
        if (!isUnreachable(error) || attempt >= connectAttempts)
          throw fieldError([field], problem, 'Start the sender.');
        options.onProblem(problem);
        await setTimeout(connectDelayMs);
      }
    }
  }

  async function accepted(...given: Parameters<typeof command>): Promise<void> {
    const [field, noun] = given;
    const status = await command(...given);
    // 0: without a URL or a response, or cancelled.
    if (status !== 0 && (status < 200 || status > 299))
      throw fieldError([field], `${noun} returned ${status}; expected a 2xx.`);
  }

  const { triggerUrl, clockUrl } = options;
  return {
    trigger: (body, hasArrived) =>
      accepted('triggerUrl', 'The trigger', triggerUrl, body, hasArrived),
    triggerDisabled: (body) => command('triggerUrl', 'The trigger', triggerUrl, body),
    setClock: (now) =>
      accepted('clockUrl', "The sender's clock", clockUrl, { now: new Date(now).toISOString() }),
    close: requester.close,
  };
}
