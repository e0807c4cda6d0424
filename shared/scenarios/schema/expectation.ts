/** Expectations: one subject, and what must be true of it. */
import { z } from 'zod';
import {
  hasPlaceholders,
  messageUrlProblem,
  placeholderForms,
} from '#shared/certification/message-url.ts';
import { CertificationCode } from '#shared/certification/receiver.ts';
import { isMessagePath } from '#shared/filter/term.ts';
import { BodyPattern, ValuePattern } from '#shared/kit/body-pattern.ts';
import { JsonValue } from '#shared/kit/json-value.ts';
import { patternProblem } from '#shared/kit/linear-pattern.ts';
import { Name } from '#shared/kit/name.ts';
import { MockName } from '#shared/mocks/mock.ts';
import { Count, Duration, FileName, ScenarioFilter, StepId, Title } from './values.ts';

const nameField = {
  name: Title.optional().describe('Name of the expectation in the report.'),
};

export const groupings = ['message', 'user', 'step', 'webhook', 'mock'] as const;
export const Grouping = z.enum(groupings);
export type Grouping = z.output<typeof Grouping>;

export const holdings = ['at end', 'eventually', 'always', 'never'] as const;

/** When the predicates must hold, in virtual time. */
const moments = {
  holds: z
    .enum(holdings)
    .prefault('at end')
    .describe('When it must be true: `at end`, `eventually`, `always` or `never`.'),
  from: Duration.optional().describe('Start of the period, from the start of the run. Default 0s.'),
  until: Duration.optional().describe(
    'End of the period, from the start of the run. Default: end.',
  ),
  since: StepId.optional().describe('ID of the step at whose start the period starts.'),
  within: Duration.optional().describe(
    'For `eventually`: time it may take. With `per`, or placeholders in the URL of a probe: time from the acceptance of each message. Default: the horizon.',
  ),
};

const Latency = z
  .strictObject({
    p50: Duration.optional().describe('Maximum of the 50th percentile.'),
    p90: Duration.optional().describe('Maximum of the 90th percentile.'),
    p99: Duration.optional().describe('Maximum of the 99th percentile.'),
    max: Duration.optional().describe('Maximum of all.'),
  })
  .refine((limits) => Object.keys(limits).length > 0, 'Specify p50, p90, p99 or max.')
  .transform(({ p50, p90, p99, max }) => ({
    p50Ms: p50 ?? null,
    p90Ms: p90 ?? null,
    p99Ms: p99 ?? null,
    maxMs: max ?? null,
  }));

const Spacing = z
  .union([
    z.literal('backoff'),
    z
      .strictObject({ min: Duration.optional(), max: Duration.optional() })
      .refine(
        ({ min, max }) => min !== undefined || max !== undefined,
        'Specify min, max or both.',
      ),
  ])
  .transform((spacing) =>
    spacing === 'backoff'
      ? { kind: 'backoff' as const }
      : { kind: 'range' as const, minMs: spacing.min ?? 0, maxMs: spacing.max ?? null },
  );

/** Predicates and the subjects that support them. */
const general = {
  count: Count.optional().describe('Number of matches: a whole number, or { min, max }.'),
  every: ScenarioFilter.optional().describe(
    'Filter that each one must match. There must be at least one.',
  ),
  snapshot: FileName.optional().describe('File with the expected value.'),
};
const per = {
  per: Grouping.optional().describe('`count` holds for each message, user, step and so on.'),
};
const body = {
  body: BodyPattern.optional().describe(
    'Partial body that each one has. Values: JSON, { $any: type }, { $match: pattern }, { $absent: true }.',
  ),
};
const duration = {
  duration: Latency.optional().describe(
    'Duration of attempts; for messages, the time from acceptance to the first 2xx.',
  ),
};
const order = {
  order: z.literal('sent').optional().describe('Order in which messages were accepted, per user.'),
  inversions: z
    .int({ error: 'inversions must be a whole number.' })
    .min(0)
    .optional()
    .describe('Maximum number out of order. Default 0.'),
};
const spacing = {
  spacing: Spacing.optional().describe(
    'Time between attempts of a delivery: `backoff` as its retry policy computes it, or { min, max }.',
  ),
};
const signature = {
  signature: z
    .enum(['valid', 'invalid', 'missing'])
    .optional()
    .describe('Signature of each one, over the raw bytes.'),
};

type Predicate = keyof typeof general | 'body' | 'duration' | 'order' | 'spacing' | 'signature';
const predicates: readonly Predicate[] = [
  'count',
  'every',
  'snapshot',
  'body',
  'duration',
  'order',
  'spacing',
  'signature',
];

type Fields = Partial<
  z.output<
    z.ZodObject<
      typeof nameField &
        typeof general &
        typeof per &
        typeof body &
        typeof duration &
        typeof order &
        typeof spacing &
        typeof signature &
        typeof moments
    >
  >
>;

const periodOf = (fields: Pick<Fields, 'from' | 'until' | 'since' | 'within'>) => ({
  fromMs: fields.from ?? 0,
  /** Null: the end of the run. */
  untilMs: fields.until ?? null,
  since: fields.since ?? null,
  /** Null: the horizon. */
  withinMs: fields.within ?? null,
});

/** All predicates for any subject; null if absent or not supported. */
const predicatesOf = (fields: Fields) => ({
  name: fields.name ?? null,
  count: fields.count ?? null,
  per: fields.per ?? null,
  every: fields.every ?? null,
  snapshot: fields.snapshot ?? null,
  body: fields.body ?? null,
  duration: fields.duration ?? null,
  order: fields.order ?? null,
  inversions: fields.inversions ?? 0,
  spacing: fields.spacing ?? null,
  signature: fields.signature ?? null,
  holds: fields.holds ?? ('at end' as const),
  ...periodOf(fields),
});

function checkPeriod(
  { from, until, since }: Readonly<Partial<Record<'from' | 'until' | 'since', unknown>>>,
  ctx: z.RefinementCtx,
): void {
  const issue = (path: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: [path], message });
  if (typeof from === 'number' && typeof until === 'number' && from >= until)
    issue('until', 'until must be after from.');
  if (since !== undefined && from !== undefined) issue('from', 'Specify since or from, not both.');
}

type Dependent = 'per' | 'inversions' | 'from' | 'until' | 'since';

function checkPredicates(
  fields: Readonly<Partial<Record<Predicate | Dependent, unknown>>>,
  ctx: z.RefinementCtx,
): void {
  const issue = (path: string, message: string) =>
    ctx.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
  if (!predicates.some((name) => fields[name] !== undefined))
    issue('', 'This expectation checks nothing. Add count, every or another predicate.');
  if (fields.per !== undefined && fields.count === undefined && fields.order === undefined)
    issue('per', 'per needs a count or an order. Add one.');
  if (fields.inversions !== undefined && fields.order === undefined)
    issue('inversions', 'inversions needs order: sent. Add it.');
  checkPeriod(fields, ctx);
}

const filter = (meaning: string) => ScenarioFilter.describe(`${meaning} A filter; '' for all.`);

const Messages = z
  .strictObject({
    messages: filter('Messages that were accepted.'),
    ...nameField,
    ...general,
    ...per,
    ...duration,
    ...body,
    ...moments,
  })
  .superRefine(checkPredicates)
  .transform((fields) => ({
    subject: 'messages' as const,
    filter: fields.messages,
    mock: null,
    ...predicatesOf(fields),
  }));

const Deliveries = z
  .strictObject({
    deliveries: filter('Deliveries, as Hookwright reports them.'),
    ...nameField,
    ...general,
    ...per,
    ...body,
    ...moments,
  })
  .superRefine(checkPredicates)
  .transform((fields) => ({
    subject: 'deliveries' as const,
    filter: fields.deliveries,
    mock: null,
    ...predicatesOf(fields),
  }));

const Attempts = z
  .strictObject({
    attempts: filter('Attempts, as Hookwright reports them, including retries and copies.'),
    ...nameField,
    ...general,
    ...per,
    ...duration,
    ...order,
    ...spacing,
    ...body,
    ...moments,
  })
  .superRefine(checkPredicates)
  .transform((fields) => ({
    subject: 'attempts' as const,
    filter: fields.attempts,
    mock: null,
    ...predicatesOf(fields),
  }));

const Alerts = z
  .strictObject({
    alerts: filter('Alerts about failed deliveries.'),
    ...nameField,
    ...general,
    ...moments,
  })
  .superRefine(checkPredicates)
  .transform((fields) => ({
    subject: 'alerts' as const,
    filter: fields.alerts,
    mock: null,
    ...predicatesOf(fields),
  }));

const Requests = z
  .strictObject({
    requests: filter('Requests that the mock endpoints logged.'),
    mock: MockName.optional().describe('Name of a mock endpoint. Default: all.'),
    ...nameField,
    ...general,
    ...per,
    ...order,
    ...signature,
    ...body,
    ...moments,
  })
  .superRefine(checkPredicates)
  .transform((fields) => ({
    subject: 'requests' as const,
    filter: fields.requests,
    mock: fields.mock ?? null,
    ...predicatesOf(fields),
  }));

const LookUp = z
  .strictObject({
    lookUp: Name.describe('Name of a server with a lookUp URL: side effects in your system.'),
    messages: filter('Messages to look up.').prefault(''),
    count: Count.describe('How many times each message was processed.'),
    timeout: Duration.prefault('10s').describe(
      "Real time until the count must hold; at least the server's processesWithin.",
    ),
    ...nameField,
  })
  .transform(({ lookUp, messages, count, timeout, name }) => ({
    subject: 'lookUp' as const,
    server: lookUp,
    filter: messages,
    count,
    timeoutMs: timeout,
    name: name ?? null,
  }));

/** What a response must be; absent ones are null. */
const responsePredicates = {
  equals: JsonValue.optional().describe('The value equals it.'),
  contains: ValuePattern.optional().describe(
    'The value contains this text, has these items, or has these keys. Values as in `body`.',
  ),
  matches: z
    .string({ error: 'matches must be a regular expression, as a string.' })
    .superRefine((pattern, ctx) => {
      const message = patternProblem(pattern);
      if (message !== null) ctx.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe('Regular expression that the value matches as text. RE2 syntax.'),
  monotonic: z
    .enum(['up', 'down'])
    .optional()
    .describe(
      'The value never becomes smaller (`up`) or larger (`down`): a number or an ISO 8601 time. It is read after each attempt; null and absent values are skipped.',
    ),
  asUndisturbed: z
    .union([z.literal(true), z.record(z.string(), JsonValue)], {
      error: 'asUndisturbed must be true, or the values by message ID.',
    })
    .optional()
    .describe(
      'For `hookwright explore`: the value equals that of the run without disturbances, for each message if the URL has placeholders. A finding has these values by message ID.',
    ),
};

const holdsOf = ({
  holds,
  monotonic,
}: {
  readonly holds?: (typeof holdings)[number] | undefined;
  readonly monotonic?: unknown;
}) => holds ?? (monotonic === undefined ? 'at end' : 'always');

const Probe = z
  .strictObject({
    probe: Name.describe('Name of a server: its own state, read with GET.'),
    url: z
      .string({ error: 'url is missing. Enter an http or https URL.' })
      .max(2_000)
      .superRefine((url, ctx) => {
        const message = messageUrlProblem(url);
        if (message !== null) ctx.addIssue({ code: 'custom', message });
      })
      .describe(
        `URL that returns the state. With ${placeholderForms}, it is read for each message.`,
      ),
    messages: ScenarioFilter.optional().describe(
      'Messages that placeholders stand for. A filter. Default: all.',
    ),
    field: z
      .string({ error: 'field must be a string.' })
      .refine(isMessagePath, 'field must be a path, such as order.total or items[0].sku.')
      .optional()
      .describe('Path of the value in a JSON response. Default: all of it.'),
    ...responsePredicates,
    timeout: Duration.prefault('10s').describe(
      "Real time until it must hold at the end; at least the server's processesWithin.",
    ),
    ...nameField,
    ...moments,
    holds: z
      .enum(holdings)
      .optional()
      .describe('When it must be true, as read after each attempt to the server and at the end.'),
  })
  .superRefine((fields, ctx) => {
    const issue = (path: string, message: string) =>
      ctx.addIssue({ code: 'custom', path: path === '' ? [] : [path], message });
    if (Object.keys(responsePredicates).every((name) => fields[name as 'equals'] === undefined))
      issue('', 'This probe checks nothing. Add equals, contains or another predicate.');
    if (fields.monotonic !== undefined && (fields.holds ?? 'always') !== 'always')
      issue('holds', 'monotonic compares all readings. Use holds: always, or remove it.');
    if (fields.asUndisturbed && fields.equals !== undefined)
      issue('asUndisturbed', 'Specify equals or asUndisturbed, not both.');
    if (fields.asUndisturbed && holdsOf(fields) !== 'at end')
      issue('asUndisturbed', 'asUndisturbed compares the end. Use it without holds and monotonic.');
    if (typeof fields.asUndisturbed === 'object' && !hasPlaceholders(fields.url))
      issue('asUndisturbed', `Values by message ID need a URL with ${placeholderForms}.`);
    if (fields.messages !== undefined && !hasPlaceholders(fields.url))
      issue('messages', `messages needs a URL with ${placeholderForms}.`);
    checkPeriod(fields, ctx);
    for (const name of ['from', 'until', 'since', 'within'] as const)
      if (fields[name] !== undefined && holdsOf(fields) === 'at end')
        issue(name, `${name} needs holds: eventually, always or never.`);
  })
  .transform((fields) => ({
    subject: 'probe' as const,
    server: fields.probe,
    url: fields.url,
    filter: fields.messages ?? '',
    field: fields.field ?? null,
    /** Undefined ones are not expected: null is a value. */
    equals: fields.equals,
    contains: fields.contains,
    matches: fields.matches ?? null,
    monotonic: fields.monotonic ?? null,
    /** True: the run without disturbances is still to be compared with. */
    asUndisturbed: fields.asUndisturbed ?? false,
    holds: holdsOf(fields),
    ...periodOf(fields),
    timeoutMs: fields.timeout,
    name: fields.name ?? null,
  }));
export type Probe = z.output<typeof Probe>;

const Membership = z
  .strictObject({
    membership: Name.describe(
      'Name of an audience or trait: the last accepted value of each user equals it.',
    ),
    mock: MockName.describe('Name of the mock endpoint whose requests count.'),
    ...nameField,
  })
  .transform(({ membership, mock, name }) => ({
    subject: 'membership' as const,
    computation: membership,
    mock,
    name: name ?? null,
  }));

const Lost = z
  .strictObject({
    lost: Count.describe(
      'Messages without a 2xx where one is due. A 409 counts if a server accepted a copy; a 404 or 410 if the user was deleted after the message was sent, and it accepted that deletion.',
    ),
    ...nameField,
  })
  .transform(({ lost, name }) => ({ subject: 'lost' as const, count: lost, name: name ?? null }));

const Duplicates = z
  .strictObject({
    duplicates: Count.describe('Requests that at-least-once delivery does not explain.'),
    ...nameField,
  })
  .transform(({ duplicates, name }) => ({
    subject: 'duplicates' as const,
    count: duplicates,
    name: name ?? null,
  }));

const Certification = z
  .strictObject({
    certification: Name.describe(
      'Name of a mock endpoint or server to certify, with the profile and headers of its first destination.',
    ),
    skip: z
      .array(
        z.strictObject({
          code: CertificationCode.describe('Check to skip.'),
          reason: Title.describe('Reason, shown in the report.'),
        }),
      )
      .prefault([]),
    ...nameField,
  })
  .transform(({ certification, skip, name }) => ({
    subject: 'certification' as const,
    target: certification,
    skip,
    name: name ?? null,
  }));

/** The key that names the subject, in the file. `lookUp` and `probe` come first: they also have `messages`. */
export const subjectSchemas = {
  lookUp: LookUp,
  probe: Probe,
  messages: Messages,
  deliveries: Deliveries,
  attempts: Attempts,
  alerts: Alerts,
  requests: Requests,
  membership: Membership,
  lost: Lost,
  duplicates: Duplicates,
  certification: Certification,
} as const;

export const Expectation = z.union([
  LookUp,
  Probe,
  Messages,
  Deliveries,
  Attempts,
  Alerts,
  Requests,
  Membership,
  Lost,
  Duplicates,
  Certification,
]);
export type Expectation = z.output<typeof Expectation>;

/** Expectations about records of the history. */
export const RecordExpectation = z.union([Messages, Deliveries, Attempts, Alerts, Requests]);
export type RecordExpectation = z.output<typeof RecordExpectation>;
