/** The Node SDK as a user sets it up, with its traffic recorded. */
import { Analytics } from '@segment/analytics-node';
import { onTestFinished, vi } from 'vitest';
import type { Json } from './expected-body.ts';

export interface WireRequest {
  readonly body: Json & { readonly batch: readonly Json[] };
  /** Status of the response, or the error code; null before either. */
  outcome: number | string | null;
}

export interface NodeSdk {
  readonly analytics: Analytics;
  readonly requests: readonly WireRequest[];
  /** Errors and warnings from its events and the console. */
  readonly complaints: readonly unknown[];
  /** Resolves when the requests match. */
  until(is: (requests: readonly WireRequest[]) => boolean): Promise<void>;
}

const failureCode = (error: unknown): string => {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error && 'code' in cause ? String(cause.code) : String(error);
};

export function startNodeSdk(
  options: Pick<
    ConstructorParameters<typeof Analytics>[0],
    'writeKey' | 'host' | 'flushAt' | 'flushInterval'
  >,
): NodeSdk {
  const requests: WireRequest[] = [];
  const complaints: unknown[] = [];
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  for (const method of ['warn', 'error'] as const) {
    const spy = vi.spyOn(console, method).mockImplementation((...said) => complaints.push(said));
    onTestFinished(() => spy.mockRestore());
  }

  const analytics = new Analytics({
    ...options,
    // What it does by itself; this only observes the outcome.
    httpClient: async (url, init) => {
      const request: WireRequest = { body: JSON.parse(String(init?.body)), outcome: null };
      requests.push(request);
      try {
        const response = await fetch(url, init);
        request.outcome = response.status;
        return response;
      } catch (error) {
        request.outcome = failureCode(error);
        throw error;
      } finally {
        tell();
      }
    },
  });
  analytics.on('error', (error) => complaints.push(error));

  return {
    analytics,
    requests,
    complaints,
    until: (is) =>
      new Promise((resolve) => {
        const look = () => {
          if (!is(requests)) return;
          listeners.delete(look);
          resolve();
        };
        listeners.add(look);
        look();
      }),
  };
}
