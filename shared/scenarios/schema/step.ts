/** Steps: one action each. In the file, the action is a key; parsed steps have `action` and `input`. */
import { z } from 'zod';
import { IdPattern } from '#shared/audiences/computation.ts';
import { SourcePatch } from '#shared/connections/source.ts';
import { Signing } from '#shared/deliveries/copy.ts';
import { SdkMessageType } from '#shared/ingestion/message.ts';
import { CopyRate, SyncRate } from '#shared/jobs/job.ts';
import { BodyPattern } from '#shared/kit/body-pattern.ts';
import { hasBytes, noBytesProblem } from '#shared/kit/body-text.ts';
import { JsonValue } from '#shared/kit/json-value.ts';
import { maxListedUsers, Name, UserId } from '#shared/kit/name.ts';
import { MockFault } from '#shared/mocks/faults.ts';
import { MockName, MockPatch } from '#shared/mocks/mock.ts';
import { MockStep } from '#shared/mocks/step.ts';
import { Expectation, RecordExpectation } from './expectation.ts';
import { Members, methods, ScenarioDestinationPatch, SystemUrl, TraitValues } from './given.ts';
import { Duration, FileName, ScenarioFilter, StepId, Title } from './values.ts';

const exactlyOne =
  (...names: readonly string[]) =>
  (fields: Readonly<Record<string, unknown>>, ctx: z.RefinementCtx): void => {
    const presentNames = names.filter((name) => fields[name] !== undefined);
    if (presentNames.length !== 1)
      ctx.addIssue({
        code: 'custom',
        path: presentNames.length > 1 ? [presentNames[1] ?? ''] : [],
        message: `Specify one of ${names.join(', ')}${presentNames.length > 1 ? ', not several' : ''}.`,
      });
  };

const Connections = z
  .enum(['close', 'keep'])
  .prefault('close')
  .describe('What happens to open connections to the mock endpoint.');

const Order = z.enum(['given', 'shuffled', 'reversed']).prefault('given').describe('Order.');

export const maxScenarioMessages = 1_000_000;

const Count = z
  .int({ error: 'count must be a whole number.' })
  .min(1, 'count must be at least 1.')
  .max(maxScenarioMessages, 'count must be at most 1,000,000.');

const Send = z
  .strictObject({
    source: Name.describe('Name of a source.'),
    message: z
      .record(z.string(), JsonValue, { error: 'message must be an object.' })
      .optional()
      .describe('The message, as an SDK sends it. {n} in any text is the index from 1.'),
    sample: SdkMessageType.optional().describe('Type of a sample message.'),
    fixture: FileName.optional().describe(
      "JSON, JSON lines, or an export of deliveries or of a mock endpoint's log, as JSON lines or HAR.",
    ),
    messageId: z
      .string({ error: 'messageId must be text.' })
      .min(1, 'messageId must not be empty.')
      .max(100, 'messageId must be at most 100 characters.')
      .optional()
      .describe('Message IDs. Default STEP-{n}. That of another step sends its message again.'),
    count: Count.optional().describe(
      'Number of messages. Default 1, or the length of the fixture.',
    ),
    over: Duration.optional().describe('Spreads the messages evenly over this time.'),
    perSecond: z
      .number({ error: 'perSecond must be a number of messages.' })
      .positive('perSecond must be more than 0.')
      .max(100_000, 'perSecond must be at most 100,000.')
      .optional()
      .describe('Messages per second of virtual time. Default: all at once.'),
    order: Order,
    gaps: z
      .enum(['none', 'keep'])
      .prefault('none')
      .describe('`keep`: the time between the messages of the fixture.'),
  })
  .superRefine(exactlyOne('message', 'sample', 'fixture'))
  .superRefine(({ over, perSecond, gaps, fixture }, ctx) => {
    if (over !== undefined && perSecond !== undefined)
      ctx.addIssue({
        code: 'custom',
        path: ['perSecond'],
        message: 'Specify over or perSecond, not both.',
      });
    if (gaps === 'keep' && (fixture === undefined || over !== undefined || perSecond !== undefined))
      ctx.addIssue({
        code: 'custom',
        path: ['gaps'],
        message: 'gaps: keep needs a fixture, without over and perSecond.',
      });
  })
  .transform(({ over, message, sample, fixture, messageId, count, perSecond, ...rest }) => ({
    ...rest,
    message: message ?? null,
    sample: sample ?? null,
    fixture: fixture ?? null,
    messageId: messageId ?? null,
    /** Null: 1, or the length of the fixture. */
    count: count ?? null,
    perSecond: perSecond ?? null,
    overMs: over ?? null,
  }));

/** A body. */
const TextOrObject = z.union([
  z.string().refine(hasBytes, noBytesProblem),
  z.record(z.string(), JsonValue),
]);

const Payload = z
  .strictObject({
    destination: Name.describe('Name of a destination whose profile takes payloads.'),
    sample: z
      .string({ error: 'sample must be text.' })
      .optional()
      .describe('Name of a sample event of a provider, such as github.push.'),
    body: JsonValue.refine((body) => typeof body !== 'string' || hasBytes(body), noBytesProblem)
      .optional()
      .describe(
        'The exact body as text, or a value that is sent as JSON. Placeholders such as {n} are replaced.',
      ),
    event: z
      .string({ error: 'event must be text.' })
      .max(200, 'event must be at most 200 characters.')
      .optional()
      .describe("The provider's name of the event. Default that of the sample."),
    count: Count.optional().describe('Number of events. Default 1.'),
    over: Duration.optional().describe('Spreads the events evenly over this time.'),
    fixture: FileName.optional().describe(
      'JSON lines with events, sent unchanged and with the time between them.',
    ),
  })
  .superRefine(exactlyOne('sample', 'body', 'fixture'))
  .superRefine((fields, ctx) => {
    if (fields.fixture === undefined) return;
    for (const name of ['event', 'count', 'over'] as const)
      if (fields[name] !== undefined)
        ctx.addIssue({
          code: 'custom',
          path: [name],
          message: `${name} has no effect with a fixture. Remove it.`,
        });
  })
  .transform(({ destination, sample, body, event, count, over, fixture }) => ({
    fixture: fixture ?? null,
    destination,
    sample: sample ?? null,
    body: body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body),
    event: event ?? null,
    count: count ?? 1,
    overMs: over ?? null,
  }));

const audienceOrTrait = {
  audience: Name.optional().describe('Name of an audience.'),
  trait: Name.optional().describe('Name of a computed trait.'),
};

const Sync = z
  .strictObject({
    ...audienceOrTrait,
    perSecond: SyncRate.optional().describe('Users per second. Default: no limit.'),
  })
  .superRefine(exactlyOne('audience', 'trait'))
  .transform(({ audience, trait, perSecond }) => ({
    computation: audience ?? trait ?? '',
    kind: audience === undefined ? ('trait' as const) : ('audience' as const),
    perSecond: perSecond ?? null,
  }));

const Churn = z.strictObject({
  audience: Name.describe('Name of an audience.'),
  percent: z
    .number({ error: 'percent must be a number.' })
    .positive('percent must be more than 0.')
    .max(100, 'percent must be at most 100.')
    .prefault(5)
    .describe('Percentage of members to replace with new ones.'),
  pattern: IdPattern.prefault('user_{random}').describe('IDs of the new members.'),
});

const MembersChange = z.union([
  z
    .strictObject({
      audience: Name.describe('Name of an audience.'),
      add: Members.optional().describe('Users to add.'),
      remove: Members.optional().describe('Users to remove.'),
      replace: Members.optional().describe('Users that replace all others.'),
    })
    .superRefine(exactlyOne('add', 'remove', 'replace'))
    .transform(({ audience, add, remove, replace }) => ({
      kind: 'audience' as const,
      computation: audience,
      change:
        add !== undefined
          ? { mode: 'add' as const, members: add }
          : remove !== undefined
            ? { mode: 'remove' as const, members: remove }
            : { mode: 'replace' as const, members: replace ?? [] },
    })),
  z
    .strictObject({
      trait: Name.describe('Name of a computed trait.'),
      add: TraitValues.optional().describe('Users with new values.'),
      remove: Members.optional().describe('Users that lose their value.'),
      replace: TraitValues.optional().describe('Values that replace all others.'),
    })
    .superRefine(exactlyOne('add', 'remove', 'replace'))
    .transform(({ trait, add, remove, replace }) => ({
      kind: 'trait' as const,
      computation: trait,
      change:
        add !== undefined
          ? { mode: 'add' as const, values: add }
          : remove !== undefined
            ? { mode: 'remove' as const, members: remove }
            : { mode: 'replace' as const, values: replace ?? { users: {} } },
    })),
]);

const Delete = z
  .strictObject({
    users: z
      .union([
        z.array(UserId).min(1, 'Specify at least one user.').max(maxListedUsers),
        z.strictObject({
          count: z.int().min(1).max(maxListedUsers).describe('How many users.'),
          pattern: IdPattern.prefault('user_{n}').describe('User IDs; {n} is 1, 2, 3 …'),
        }),
      ])
      .describe('User IDs, or { count, pattern }.'),
    cancelPending: z.boolean().prefault(false).describe('Cancels their waiting deliveries.'),
  })
  .transform(({ users, cancelPending }) => ({
    cancelPending,
    users: Array.isArray(users)
      ? { kind: 'list' as const, ids: users }
      : { kind: 'pattern' as const, ...users },
  }));

const { status: StepStatus } = MockStep.shape;

const Outage = z
  .strictObject({
    mock: MockName.describe('Name of a mock endpoint.'),
    for: Duration.describe('Duration.'),
    status: StepStatus.unwrap().prefault(503).describe('Status returned during the outage.'),
    fault: MockFault.prefault('none').describe('Fault instead of a status.'),
    connections: Connections,
  })
  .transform(({ for: forMs, ...rest }) => ({ ...rest, forMs }));

const { name: _mockName, ...mockPatch } = MockPatch.shape;

const ChangeMock = z
  .strictObject({
    name: MockName.describe('Name of a mock endpoint.'),
    connections: Connections,
    ...mockPatch,
  })
  .transform(({ name, connections, ...patch }) => ({ mock: name, connections, patch }));

const ChangeDestination = z
  .strictObject({
    name: Name.describe('Name of a destination.'),
    ...ScenarioDestinationPatch.shape,
  })
  .transform(({ name, ...patch }) => ({ destination: name, patch }));

const ChangeSource = z
  .strictObject({
    name: Name.describe('Name of a source.'),
    writeKey: SourcePatch.shape.writeKey,
    enabled: SourcePatch.shape.enabled,
  })
  .transform(({ name, ...patch }) => ({ source: name, patch }));

const bulk = {
  filter: ScenarioFilter.describe("Deliveries. A filter; '' for all."),
  limit: z
    .int({ error: 'limit must be a whole number.' })
    .min(1, 'limit must be at least 1.')
    .optional()
    .describe('Maximum number, oldest first. Default: all.'),
};
const paced = {
  order: Order,
  perSecond: CopyRate.optional().describe('Per second of virtual time. Default: all at once.'),
};

const Retry = z.strictObject({ ...bulk, ...paced }).transform(({ limit, perSecond, ...rest }) => ({
  ...rest,
  limit: limit ?? null,
  perSecond: perSecond ?? null,
}));

const Cancel = z
  .strictObject(bulk)
  .transform(({ filter, limit }) => ({ filter, limit: limit ?? null }));

const Undo = z.strictObject({
  step: StepId.describe('Id of an earlier cancel step.'),
});

const Copy = z
  .strictObject({
    ...bulk,
    ...paced,
    times: z
      .int({ error: 'times must be a whole number.' })
      .min(1, 'times must be at least 1.')
      .max(1_000, 'times must be at most 1,000.')
      .prefault(1)
      .describe('Number of times to send each request.'),
    signing: Signing.prefault('valid').describe('How X-Signature is computed.'),
    headers: z.record(z.string(), z.string()).prefault({}).describe('Headers to add or replace.'),
    body: TextOrObject.optional().describe('Replacement body: text, or an object sent as JSON.'),
  })
  .transform(({ limit, perSecond, body, ...rest }) => ({
    ...rest,
    limit: limit ?? null,
    perSecond: perSecond ?? null,
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
  }));

const Wait = z.union([
  z
    .strictObject({ for: Duration.describe('Virtual time to wait.') })
    .transform(({ for: forMs }) => ({ kind: 'time' as const, forMs })),
  z
    .strictObject({
      until: RecordExpectation.describe('Subject and predicate to wait for.'),
      within: Duration.optional().describe(
        'Maximum time. If the condition is not met by then, the run is inconclusive. Default: the horizon.',
      ),
    })
    .transform(({ until, within }) => ({
      kind: 'condition' as const,
      until,
      withinMs: within ?? null,
    })),
]);

const Finish = z
  .strictObject({
    destination: Name.optional().describe('Name of a destination. Default: all.'),
  })
  .transform(({ destination }) => ({ destination: destination ?? null }));

export const crashPoints = ['rest', 'accepted', 'sent', 'responded'] as const;
const downtime = Duration.prefault('0s').describe('Virtual time until it starts again.');

const Crash = z
  .strictObject({
    point: z
      .enum(crashPoints)
      .prefault('rest')
      .describe(
        'When the process is killed: at rest, or when a message was accepted, a request sent, or its response received.',
      ),
    nth: z.int().min(1).prefault(1).describe('Which occurrence, from 1.'),
    down: downtime,
  })
  .transform(({ point, nth, down: downMs }) => ({ point, nth, downMs }));

const Restart = z.strictObject({ down: downtime }).transform(({ down: downMs }) => ({ downMs }));

const Http = z
  .strictObject({
    method: z.enum(methods).prefault('GET').describe('Method.'),
    url: SystemUrl.describe('URL of your system.'),
    headers: z.record(z.string(), z.string()).prefault({}).describe('Request headers.'),
    body: TextOrObject.optional().describe('Text, or an object sent as JSON.'),
    expect: z
      .strictObject({
        status: StepStatus.unwrap().optional().describe('Status. Default: any 2xx.'),
        body: BodyPattern.optional().describe('Partial JSON body.'),
      })
      .prefault({})
      .describe('Expected response. Any other makes the run inconclusive.'),
    timeout: Duration.prefault('10s').describe('Real time for the response.'),
  })
  .transform(({ timeout, body, expect, ...rest }) => ({
    ...rest,
    body: body === undefined || typeof body === 'string' ? (body ?? null) : JSON.stringify(body),
    isJson: typeof body === 'object',
    /** Status null: any 2xx. */
    expect: { status: expect.status ?? null, body: expect.body ?? null },
    timeoutMs: timeout,
  }));

const Check = z.array(Expectation).min(1, 'check is empty. Add an expectation.');

const common = {
  id: StepId.optional().describe('Name for filters such as `step:ID`. Default step-N.'),
  name: Title.optional().describe('Description for the report.'),
  at: Duration.optional().describe('Start, from the start of the run.'),
  after: Duration.optional().describe('Time after the end of the previous step. Default 0s.'),
};

/** `id` is null until the file assigns `step-N`. */
function stepOf<const Action extends string, Input extends z.ZodType>(
  action: Action,
  input: Input,
  meaning: string,
) {
  return z
    .strictObject({ ...common, [action]: input.describe(meaning) } as typeof common &
      Record<Action, Input>)
    .superRefine((fields, ctx) => {
      const { at, after } = fields as { at?: unknown; after?: unknown };
      if (at !== undefined && after !== undefined)
        ctx.addIssue({
          code: 'custom',
          path: ['after'],
          message: 'Specify at or after, not both.',
        });
    })
    .transform((fields) => {
      const { id, name, at, after } = fields as z.output<z.ZodObject<typeof common>>;
      return {
        id: id ?? null,
        name: name ?? null,
        /** From the start of the run; null: when the previous step has ended. */
        atMs: at ?? null,
        afterMs: after ?? 0,
        action,
        input: (fields as Record<Action, z.output<Input>>)[action],
      };
    });
}

/** In the order of the reference. */
export const stepSchemas = [
  stepOf('send', Send, 'Sends messages. Ends with the response to the last one.'),
  stepOf('payload', Payload, 'Sends events of a provider to a destination with its profile.'),
  stepOf('sync', Sync, 'Syncs an audience or trait. Ends when all users are synced.'),
  stepOf('churn', Churn, 'Replaces random members of an audience.'),
  stepOf('members', MembersChange, 'Adds, removes or replaces users of an audience or trait.'),
  stepOf('delete', Delete, 'Requests the deletion of users. Ends when all notices are stored.'),
  stepOf('outage', Outage, 'Starts an outage of a mock endpoint, which ends after its duration.'),
  stepOf(
    'mock',
    ChangeMock,
    'Changes settings of a mock endpoint: its name, and the fields to change.',
  ),
  stepOf(
    'destination',
    ChangeDestination,
    'Changes settings of a destination: its name, and the fields to change.',
  ),
  stepOf(
    'source',
    ChangeSource,
    'Changes settings of a source: its name, and the fields to change.',
  ),
  stepOf('retry', Retry, 'Retries deliveries at every URL. Ends when all were attempted.'),
  stepOf('copy', Copy, 'Sends copies of requests. Not counted in the ledger.'),
  stepOf('cancel', Cancel, 'Cancels deliveries.'),
  stepOf('undo', Undo, 'Undoes a cancel: its deliveries wait for their next attempt again.'),
  stepOf('wait', Wait, 'Waits for a time, or until something is true.'),
  stepOf('finish', Finish, 'Waits until all deliveries have finished.'),
  stepOf('crash', Crash, 'Kills the process. Ends when it is up again.'),
  stepOf('restart', Restart, 'Stops the process cleanly. Ends when it is up again.'),
  stepOf(
    'serverRestart',
    MockName,
    'Restarts the server of yours with this name. Needs `--restart-with`; otherwise, the run is inconclusive.',
  ),
  stepOf(
    'serverCrash',
    MockName,
    'Kills the server of yours with this name, and starts it again. Needs `--restart-with`; otherwise, the run is inconclusive.',
  ),
  stepOf('http', Http, 'Sends a request to your system.'),
  stepOf('check', Check, 'Evaluates expectations at this moment.'),
] as const;

export const StepInFile = z.union(stepSchemas);
type StepInFile = z.output<typeof StepInFile>;
type WithId<One> = One extends StepInFile ? Omit<One, 'id'> & { readonly id: string } : never;

/** A step with its ID: as in the file, or else `step-N`. */
export type Step = WithId<StepInFile>;
export type StepAction = Step['action'];
export type StepOf<Action extends StepAction> = Extract<Step, { action: Action }>;

export const withIds = (steps: readonly StepInFile[]): readonly Step[] =>
  steps.map((step, index) => ({ ...step, id: step.id ?? `step-${index + 1}` }) as Step);
