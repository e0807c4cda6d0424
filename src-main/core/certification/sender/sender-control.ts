/** Requests to the sender under test: to send a message, and to set its clock. */
import { setTimeout } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { fieldError } from '../../app-error.ts';
import type { Trust } from '../../http-client/trust.ts';

const timeoutMs = 10_000;

/** A sender that starts at the same time may not listen yet. */
const connectAttempts = 6;
const connectDelayMs = 500;

const isRefused = (error: unknown): boolean =>
  error instanceof Error && (error as NodeJS.ErrnoException).code === 'ECONNREFUSED';

export interface SenderControl {
  /** Throws an AppError for `triggerUrl`. */
  trigger(body: { readonly url: string; readonly marker: string }): Promise<void>;
  /** Throws an AppError for `clockUrl`. */
  setClock(now: number): Promise<void>;
  close(): Promise<void>;
}

interface ControlOptions {
  readonly triggerUrl: string | undefined;
  readonly clockUrl: string | undefined;
  readonly trust: Trust;
  readonly signal: AbortSignal | undefined;
}

export function createSenderControl(options: ControlOptions): SenderControl {
  const dispatcher = new Agent({ connect: { secureContext: options.trust.context() } });

  async function post(url: string, body: unknown): Promise<number> {
    const timeout = AbortSignal.timeout(timeoutMs);
    const response = await request(url, {
      method: 'POST',
      dispatcher,
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
  ): Promise<void> {
    if (url === undefined) return;
    for (let attempt = 1; ; attempt += 1) {
      try {
        const status = await post(url, body);
        if (status >= 200 && status <= 299) return;
        throw fieldError([field], `${noun} returned ${status}; expected a 2xx.`);
      } catch (error) {
        if (options.signal?.aborted) return;
        if (isRefused(error) && attempt < connectAttempts) {
          await setTimeout(connectDelayMs);
          continue;
        }
        if (error instanceof Error && error.name === 'AppError') throw error;
        const reason = error instanceof Error ? error.message : String(error);
        throw fieldError([field], `${noun} can't be reached: ${reason}.`, 'Start the sender.');
      }
    }
  }

  return {
    trigger: (body) => command('triggerUrl', 'The trigger', options.triggerUrl, body),
    setClock: (now) =>
      command('clockUrl', "The sender's clock", options.clockUrl, {
        now: new Date(now).toISOString(),
      }),
    close: () => dispatcher.destroy(),
  };
}
