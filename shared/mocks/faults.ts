/** Faults of mock endpoints: all that is said about each. `src-main/mocks/response.ts` simulates them. */
import { z } from 'zod';

interface Fault {
  /** In the reference and beside the choice. */
  readonly about: string;
  readonly title: string;
  /** As short as a status. */
  readonly short: string;
  /** In a line; `{status}` is the status. */
  readonly label: string;
  /** In a sentence about the mock endpoint; `{status}` is the status. */
  readonly sentence: string;
  /** In the gallery. */
  readonly group: 'Responses' | 'Slow' | 'Connections' | 'Malformed HTTP';
  /**
   * When it occurs: before the path is known, so that the mock endpoint needs a port of its own, before the
   * body is known, so that it can't depend on it or forward it, or in the response.
   */
  readonly occurs: 'before_path' | 'before_body' | 'in_response';
  readonly hasStatus: boolean;
  readonly hasDelay: boolean;
  /** If the response needs a body: sent when the step has none. */
  readonly needsBody?: true;
  /** Default rate of the body, which a step can change. */
  readonly bytesPerSecond?: number;
}

const faults = {
  none: {
    about: 'No fault.',
    ...{ title: 'None', short: '', label: '{status}', sentence: 'returns {status}' },
    ...{ group: 'Responses', occurs: 'in_response', hasStatus: true, hasDelay: true },
  },
  hang: {
    about: 'Reads the request and never responds; the connection stays open.',
    ...{ title: 'Hangs', short: 'hang', label: 'hangs', sentence: 'never responds' },
    ...{ group: 'Slow', occurs: 'in_response', hasStatus: false, hasDelay: false },
  },
  close: {
    about: 'Reads the request and closes the connection without a response.',
    ...{ title: 'Closes without a response', short: 'close', label: 'closes without a response' },
    sentence: 'closes the connection without a response',
    ...{ group: 'Connections', occurs: 'in_response', hasStatus: false, hasDelay: true },
  },
  refuse_connection: {
    about: 'Does not listen. Refused connections are not logged or counted.',
    ...{ title: 'Refuses connections', short: 'no server', label: 'refuses connections' },
    sentence: 'refuses connections',
    ...{ group: 'Connections', occurs: 'before_path', hasStatus: false, hasDelay: false },
  },
  reset_before_request: {
    about: 'Resets the connection before reading the request.',
    ...{ title: 'Resets before the request', short: 'reset', label: 'resets before the request' },
    sentence: 'resets the connection before reading the request',
    ...{ group: 'Connections', occurs: 'before_path', hasStatus: false, hasDelay: false },
  },
  reset_during_request: {
    about: 'Reads the request headers and resets the connection before the body.',
    ...{ title: 'Resets during the request', short: 'reset', label: 'resets during the request' },
    sentence: 'resets the connection during the request',
    ...{ group: 'Connections', occurs: 'before_body', hasStatus: false, hasDelay: true },
  },
  reset_after_request: {
    about: 'Reads the whole request and resets the connection.',
    ...{ title: 'Resets after the request', short: 'reset', label: 'resets after the request' },
    sentence: 'resets the connection after the request',
    ...{ group: 'Connections', occurs: 'in_response', hasStatus: false, hasDelay: true },
  },
  malformed_status_line: {
    about: 'Returns an invalid status line.',
    ...{ title: 'Malformed status line', short: 'malformed', label: 'malformed status line' },
    sentence: 'returns a malformed status line',
    ...{ group: 'Malformed HTTP', occurs: 'in_response', hasStatus: false, hasDelay: true },
  },
  malformed_headers: {
    about: 'Returns an invalid header line.',
    ...{ title: 'Malformed headers', short: 'malformed' },
    label: '{status} with malformed headers',
    sentence: 'returns {status} with a malformed header',
    ...{ group: 'Malformed HTTP', occurs: 'in_response', hasStatus: true, hasDelay: true },
  },
  truncated_body: {
    about: 'Announces the whole body, sends half of it and closes the connection.',
    ...{ title: 'Truncated body', short: 'cut', label: 'truncated {status}' },
    sentence: 'returns {status} and half of the body',
    ...{ group: 'Malformed HTTP', occurs: 'in_response', hasStatus: true, hasDelay: true },
    needsBody: true,
  },
  wrong_content_length: {
    about: 'Announces half of the body and sends all of it.',
    ...{ title: 'Wrong Content-Length', short: 'length' },
    label: '{status} with a wrong Content-Length',
    sentence: 'returns {status} with a wrong Content-Length',
    ...{ group: 'Malformed HTTP', occurs: 'in_response', hasStatus: true, hasDelay: true },
    needsBody: true,
  },
  slow_body: {
    about: 'Sends the body slowly: 10 bytes/s by default.',
    ...{ title: 'Slow body', short: 'slow', label: '{status} with a slow body' },
    sentence: 'returns {status} with a slow body',
    ...{ group: 'Slow', occurs: 'in_response', hasStatus: true, hasDelay: true },
    needsBody: true,
    bytesPerSecond: 10,
  },
  endless_body: {
    about: 'Sends a body that never ends: 100,000 bytes/s by default.',
    ...{ title: 'Endless body', short: 'endless', label: 'endless {status}' },
    sentence: 'returns {status} with an endless body',
    ...{ group: 'Slow', occurs: 'in_response', hasStatus: true, hasDelay: true },
    bytesPerSecond: 100_000,
  },
  redirect_loop: {
    about: 'Redirects to itself with the 3xx status of the step, or 307.',
    ...{ title: 'Redirect loop', short: 'loop', label: 'redirects to itself' },
    sentence: 'redirects to itself with {status}',
    ...{ group: 'Responses', occurs: 'in_response', hasStatus: true, hasDelay: true },
  },
} as const satisfies Readonly<Record<string, Fault>>;

export const mockFaultNames = Object.keys(faults) as [keyof typeof faults];

export const MockFault = z.enum(mockFaultNames, {
  error: `fault must be one of ${mockFaultNames.join(', ')}.`,
});
export type MockFault = z.infer<typeof MockFault>;

export const mockFaults: Readonly<Record<MockFault, Fault>> = faults;

/** The status that is sent: a redirect loop needs a 3xx. */
export const statusWith = (fault: MockFault, status: number): number =>
  fault === 'redirect_loop' && (status < 300 || status > 399) ? 307 : status;
