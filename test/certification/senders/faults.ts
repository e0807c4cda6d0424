/** Faults to plant in a sender, each with the check that must fail. */
import type { SenderCheck } from '#shared/certification/sender-checks.ts';
import type { Attempt, Result, SenderRules } from './sender.ts';
import type { Style } from './styles.ts';

export interface Fault {
  readonly name: string;
  readonly check: SenderCheck;
  /** Others that must fail, too. */
  readonly also?: readonly SenderCheck[];
  readonly plant: (style: Style) => Partial<SenderRules>;
}

type HeaderChange = (
  headers: readonly string[],
  attempt: Attempt,
  body: string,
  style: Style,
) => readonly string[];

const withHeaders =
  (change: HeaderChange): Fault['plant'] =>
  (style) => ({
    headers: (attempt, body) => change(style.rules.headers(attempt, body), attempt, body, style),
  });

/** One header with another value; without one if the value is null. */
function replaced(
  headers: readonly string[],
  name: string,
  value: (before: string) => string | null,
): readonly string[] {
  const index = headers.findIndex((of, at) => at % 2 === 0 && of.toLowerCase() === name);
  const after = value(headers[index + 1] ?? '');
  return headers.toSpliced(index, 2, ...(after === null ? [] : [headers[index] ?? '', after]));
}

const resigned =
  (
    isChanged: (attempt: Attempt) => boolean,
    secretsOf: (style: Style) => readonly string[],
    at: (attempt: Attempt) => number = (attempt) => attempt.at,
  ): Fault['plant'] =>
  (style) => ({
    headers: (attempt, body) => {
      const headers = style.rules.headers({ ...attempt, at: at(attempt) }, body);
      const signed = style.signature(secretsOf(style), { ...attempt, at: at(attempt) }, body);
      return isChanged(attempt)
        ? replaced(headers, style.signatureHeader.toLowerCase(), () => signed)
        : headers;
    },
  });

const both = ({ secret, previousSecret }: Style) => [secret, previousSecret];
const notASecret = ({ name }: Style) =>
  name.startsWith('Svix') ? ['whsec_AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'] : ['another'];

const isExpired = (code: string): boolean => /EXPIRED/.test(code);
const isWrongHost = (code: string): boolean => /ALTNAME/.test(code);

/** After about half of the time limit. */
const isSlow = ({ durationMs }: Result, { timeoutMs }: SenderRules): boolean =>
  durationMs >= 0.4 * (timeoutMs ?? Number.POSITIVE_INFINITY);

export const faults: readonly Fault[] = [
  { name: 'sends a PUT', check: 'method', plant: () => ({ method: 'PUT' }) },
  {
    name: 'has no User-Agent',
    check: 'headers',
    plant: withHeaders((headers) => replaced(headers, 'user-agent', () => null)),
  },
  {
    name: 'sends the secret in a header',
    check: 'header_hygiene',
    plant: withHeaders((headers, _attempt, _body, { secret }) => [...headers, 'X-Debug', secret]),
  },
  {
    name: 'sends text that is not JSON',
    check: 'body',
    plant: () => ({ body: ({ event }) => `${event.marker} {` }),
  },
  {
    name: 'starts the body with a BOM',
    check: 'body',
    plant: ({ rules }) => ({ body: (attempt) => `\ufeff${rules.body(attempt)}` }),
  },
  {
    name: 'signs first attempts with another secret',
    check: 'signature_first',
    plant: (style) => ({
      ...resigned(({ number }) => number === 1, notASecret)(style),
    }),
  },
  {
    name: 'signs retries with another secret',
    check: 'signature_retry',
    plant: resigned(({ number }) => number > 1, notASecret),
  },
  {
    name: 'signs an old timestamp',
    check: 'timestamp',
    plant: resigned(
      () => true,
      both,
      ({ at }) => at - 600_000,
    ),
  },
  {
    name: 'signs with the new secret only',
    check: 'rotation',
    plant: resigned(
      () => true,
      ({ secret }) => [secret],
    ),
  },
  {
    name: 'uses one ID for all events',
    check: 'distinct_ids',
    plant: () => ({ eventId: () => 'evt_same' }),
  },
  {
    name: 'changes the ID on retries',
    check: 'same_id',
    plant: (style) => {
      const renamed = (attempt: Attempt): Attempt =>
        attempt.number === 1
          ? attempt
          : {
              ...attempt,
              event: { ...attempt.event, id: `${attempt.event.id}_${attempt.number}` },
            };
      return { headers: (attempt, body) => style.rules.headers(renamed(attempt), body) };
    },
  },
  {
    name: 'adds the attempt to the body',
    check: 'same_body',
    plant: (style) => ({
      body: (attempt) =>
        JSON.stringify({ ...JSON.parse(style.rules.body(attempt)), attempt: attempt.number }),
    }),
  },
  {
    name: 'sends again after a success',
    check: 'duplicates',
    plant: ({ rules }) => ({
      isRetried: (result, number) =>
        (result.status === 200 && number === 1 && !isSlow(result, rules)) ||
        rules.isRetried(result, number),
    }),
  },
  {
    name: 'sends again after a slow success',
    check: 'slow_success',
    plant: ({ rules }) => ({
      isRetried: (result, number) =>
        (result.status === 200 && isSlow(result, rules)) || rules.isRetried(result, number),
    }),
  },
  {
    name: 'does not retry a 5xx',
    check: 'retry_server_error',
    plant: ({ rules }) => ({
      isRetried: (result, number) =>
        rules.isRetried(result, number) && !(result.status !== null && result.status >= 500),
    }),
  },
  {
    name: 'treats a 400 as its opposite',
    check: 'retry_client_error',
    plant: ({ rules }) => ({
      isRetried: (result, number) =>
        result.status === 400 ? !rules.isRetried(result, number) : rules.isRetried(result, number),
    }),
  },
  {
    name: 'does not retry a reset connection',
    check: 'retry_connection_error',
    plant: ({ rules }) => ({
      isRetried: (result, number) => result.reason !== 'reset' && rules.isRetried(result, number),
    }),
  },
  {
    name: 'does not retry a timeout',
    check: 'retry_timeout',
    plant: ({ rules }) => ({
      isRetried: (result, number) => result.reason !== 'timeout' && rules.isRetried(result, number),
    }),
  },
  {
    name: 'retries at once',
    check: 'backoff',
    plant: ({ rules }) => ({
      delayMs: (number, result, event) =>
        rules.delayMs(number, result, event) === null ? null : (result.retryAfterMs ?? 0),
    }),
  },
  {
    name: 'retries too late',
    check: 'backoff',
    plant: ({ rules }) => ({
      delayMs: (number, result, event) => {
        const delayMs = rules.delayMs(number, result, event);
        return delayMs === null || result.status !== 503 ? delayMs : 2 * delayMs + 3_000;
      },
    }),
  },
  {
    name: 'ignores Retry-After',
    check: 'retry_after',
    plant: () => ({ readsRetryAfterSeconds: false }),
  },
  {
    name: 'ignores a date in Retry-After',
    check: 'retry_after_date',
    plant: () => ({ readsRetryAfterDate: false }),
  },
  {
    name: 'gives up early',
    check: 'gives_up',
    plant: ({ rules }) => ({
      delayMs: (number, result, event) =>
        number >= 2 ? null : rules.delayMs(number, result, event),
    }),
  },
  {
    name: 'never gives up',
    check: 'gives_up',
    plant: ({ rules }) => ({
      delayMs: (number, result, event) => rules.delayMs(number, result, event) ?? 400,
    }),
  },
  { name: 'has no timeout', check: 'time_limit', plant: () => ({ timeoutMs: null }) },
  {
    name: 'times out too soon',
    check: 'time_limit',
    also: ['slow_success'],
    plant: ({ rules }) => ({ timeoutMs: (rules.timeoutMs ?? 0) / 5 }),
  },
  {
    name: 'follows a 302',
    check: 'redirects',
    plant: () => ({ followedRedirects: [302] }),
  },
  {
    name: 'follows redirects that keep the method',
    check: 'redirects',
    plant: () => ({ followedRedirects: [307, 308] }),
  },
  {
    name: 'accepts expired certificates',
    check: 'tls_expired',
    plant: () => ({ rejectsCertificate: (code) => !isExpired(code) }),
  },
  {
    name: 'accepts certificates of other hosts',
    check: 'tls_wrong_host',
    plant: () => ({ rejectsCertificate: (code) => !isWrongHost(code) }),
  },
  {
    name: 'accepts self-signed certificates',
    check: 'tls_self_signed',
    plant: () => ({ rejectsCertificate: (code) => isExpired(code) || isWrongHost(code) }),
  },
];

/** Only of a service with random delays, of which the last one is long, that disables endpoints. */
export const serviceFaults: readonly Fault[] = [
  {
    name: 'has no jitter',
    check: 'jitter',
    plant: ({ profile: { retries } }) => ({
      delayMs: (number, { retryAfterMs }) => {
        const delayMs = 'delaysMs' in retries ? retries.delaysMs[number - 1] : undefined;
        return delayMs === undefined ? null : Math.max(delayMs, retryAfterMs ?? 0);
      },
    }),
  },
  {
    name: 'signs retries with the first timestamp',
    check: 'timestamp',
    plant: (style) => {
      const first = new Map<string, number>();
      const signedFirst = ({ event, at, ...attempt }: Attempt): Attempt => {
        if (!first.has(event.id)) first.set(event.id, at);
        return { ...attempt, event, at: first.get(event.id) ?? at };
      };
      return { headers: (attempt, body) => style.rules.headers(signedFirst(attempt), body) };
    },
  },
  {
    name: 'retries a 410',
    check: 'disabling',
    plant: ({ rules }) => ({
      isRetried: (result, number) => result.status === 410 || rules.isRetried(result, number),
    }),
  },
  {
    name: 'sends to a disabled endpoint',
    check: 'disabling',
    plant: () => ({ isDisabling: () => false }),
  },
];

/** Only with markers, by which the order is known. */
export const orderFault: Fault = {
  name: 'sends the newest first',
  check: 'order',
  plant: () => ({ reversed: 3 }),
};

/** Only of a sender whose events wait for retries of earlier ones. */
export const waitingFault: Fault = {
  name: 'sends while another message is retried',
  check: 'order',
  plant: () => ({ waitsForRetries: false }),
};

/** Of a sender of a few lines, whose events hold no marker. */
export const plainFaults: readonly Fault[] = [
  {
    name: 'drops the query of the URL',
    check: 'method',
    plant: () => ({ target: (url) => url.split('?')[0] ?? url }),
  },
  {
    name: 'decodes the query of the URL',
    check: 'method',
    plant: () => ({ target: (url) => decodeURIComponent(url) }),
  },
  ...faults.filter(
    ({ check, name }) =>
      ['same_body', 'duplicates', 'retry_connection_error', 'time_limit'].includes(check) ||
      name === 'follows redirects that keep the method',
  ),
];

export const plantedIn = (style: Style, fault: Fault): SenderRules => ({
  ...style.rules,
  ...fault.plant(style),
});
