/** Mock endpoints: built-in test endpoints with scripted responses and faults. */
import { z } from 'zod';
import { SharedSecret } from '#shared/connections/destination.ts';
import { Id, Timestamp } from '#shared/kit/name.ts';
import { MockProblem } from '#shared/kit/problem.ts';
import { MockTls } from './certificates.ts';
import {
  isWindow,
  MockForward,
  MockRule,
  MockStep,
  Outage,
  RateLimit,
  WrittenRule,
} from './step.ts';

/** Part of the URL. */
export const MockName = z
  .string({
    error: ({ input }) =>
      input === undefined ? 'Name is missing. Add one.' : 'Name must be a string.',
  })
  .trim()
  .min(1, 'Name is empty. Enter at least one character.')
  .max(64, 'Name is too long: at most 64 characters.')
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    'Name is part of the URL. Use letters, digits, "-", "_" and ".", starting and ending with a letter or digit.',
  );

/** The name of a mock endpoint in the path of a request; null in other paths. The client chooses the rest. */
export const mockNameIn = (path: string): string | null =>
  /^\/mock\/([^/?#]+)/.exec(path)?.[1] ?? null;

/** After the last step: stay with it, repeat all, or choose at random, weighted by `times`. */
export const MockThen = z.enum(['stay', 'repeat', 'random'], {
  error: 'then must be "stay", "repeat" or "random".',
});
export type MockThen = z.infer<typeof MockThen>;

/** Minimum TLS version. */
export const TlsFloor = z.enum(['1.2', '1.3'], { error: 'tlsFloor must be "1.2" or "1.3".' });
export type TlsFloor = z.infer<typeof TlsFloor>;

export const MockSettings = z.object({
  name: MockName,
  /** Used to check signatures by the profile of the destination that sends here; empty: not checked. */
  secret: SharedSecret,
  /** Returns 401 for a wrong or missing signature. Requires a secret. */
  strict: z.boolean({ error: 'strict must be true or false.' }),
  steps: z
    .array(MockStep, { error: 'steps must be a list.' })
    .min(1, 'steps is empty. Add at least one step.')
    .max(100, 'A mock endpoint can have at most 100 steps.'),
  then: MockThen,
  /** Responses to certain requests, before the steps. */
  rules: z
    .array(MockRule, { error: 'rules must be a list.' })
    .max(100, 'A mock endpoint can have at most 100 rules.'),
  /** The same seed gives the same random steps and delays. */
  seed: z
    .int({ error: 'seed must be a whole number.' })
    .min(0, 'seed must not be negative.')
    .max(2_147_483_647, 'seed must be at most 2,147,483,647.'),
  rateLimit: RateLimit.nullable(),
  outage: Outage.nullable(),
  /** Null: every response comes from the steps. */
  forward: MockForward.nullable(),
  tls: MockTls,
  tlsFloor: TlsFloor,
});
export type MockSettings = z.infer<typeof MockSettings>;

const { shape } = MockSettings;

/** Default: returns 200 to every request, over http. */
const newShape = {
  name: shape.name,
  secret: shape.secret.default(''),
  strict: shape.strict.default(false),
  steps: shape.steps.default([MockStep.parse({})]),
  then: shape.then.default('stay'),
  rules: shape.rules.default([]),
  seed: shape.seed.default(1),
  rateLimit: shape.rateLimit.default(null),
  outage: shape.outage.default(null),
  forward: shape.forward.default(null),
  tls: shape.tls.default('none'),
  tlsFloor: shape.tlsFloor.default('1.2'),
};

interface Issue {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** `secret` is undefined if unknown. */
type CheckedSettings = Omit<MockSettings, 'secret' | 'name'> & {
  readonly secret?: string | undefined;
};

/** Reports fields of a step that would have no effect. */
function forwardIssues(step: MockStep, isForwarding: boolean): readonly Issue[] {
  if (!isForwarding)
    return step.forward == null
      ? []
      : [
          {
            path: ['forward'],
            message:
              "This mock endpoint doesn't forward. Add forward to the mock endpoint, or remove it here.",
          },
        ];
  if (step.forward === null || step.forward?.response === 'step') return [];
  const ignored = [
    ...(step.status === 200 ? [] : ['status']),
    ...(Object.keys(step.headers).length === 0 ? [] : ['headers']),
    ...(step.body === '' ? [] : ['body']),
  ];
  return ignored.map((field) => ({
    path: [field],
    message: `${field} has no effect, since the response of your server is returned. Set forward to null to return the step's own response without forwarding, or to { "response": "step" } to forward first.`,
  }));
}

const delayIssues = ({ delayMs, delayMaxMs }: MockStep): readonly Issue[] =>
  delayMaxMs === undefined || delayMaxMs >= delayMs
    ? []
    : [{ path: ['delayMaxMs'], message: 'delayMaxMs must not be shorter than delayMs.' }];

/** Reports settings that are valid separately, but not together. */
export function mockIssues(settings: CheckedSettings): readonly Issue[] {
  const { steps, then, rules, outage, secret, strict, forward } = settings;
  const issues: Issue[] = [];
  if (strict && secret === '')
    issues.push({
      path: ['strict'],
      message: 'A strict mock endpoint needs a secret. Enter one.',
    });
  steps.forEach((step, index) => {
    const isLast = index === steps.length - 1;
    if (step.fault === 'refuse_connection' && !(isLast && then === 'stay'))
      issues.push({
        path: ['steps', index, 'fault'],
        message:
          'refuse_connection can only be the last step, with then "stay". Use outage for a limited time.',
      });
  });
  const isForwarding = forward !== null;
  for (const [list, responses] of Object.entries({ steps, rules }))
    responses.forEach((response, index) => {
      const found = [...delayIssues(response), ...forwardIssues(response, isForwarding)];
      issues.push(...found.map((issue) => ({ ...issue, path: [list, index, ...issue.path] })));
    });
  if (outage !== null && !isWindow(outage) && outage.from === outage.to)
    issues.push({
      path: ['outage', 'to'],
      message: 'The outage must not end when it starts. Choose another time.',
    });
  return issues;
}

function checkRules(
  settings: Omit<MockSettings, 'secret'> & { readonly secret?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  for (const { path, message } of mockIssues(settings))
    ctx.addIssue({ code: 'custom', path: [...path], message });
}

export const NewMock = z.object(newShape).superRefine(checkRules);
export type NewMock = z.infer<typeof NewMock>;

/** In the configuration file; without a secret, the mock endpoint keeps its own. */
export const ConfiguredMock = z
  .strictObject({ ...newShape, secret: shape.secret.optional() })
  .superRefine(checkRules);
export type ConfiguredMock = z.infer<typeof ConfiguredMock>;

/** Absent fields are unchanged; given ones are replaced whole. Rules are checked on the result. */
export const MockPatch = MockSettings.partial();
export type MockPatch = z.infer<typeof MockPatch>;

/** `refusing`: its port is closed on purpose. `failed`: see `problem`. */
export const MockListening = z.enum(['listening', 'refusing', 'failed']);
export type MockListening = z.infer<typeof MockListening>;

export const Mock = MockSettings.extend({
  rules: z.array(WrittenRule),
  id: Id,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  /** Such as `http://127.0.0.1:8379/mock/flaky`; null if it can't listen. */
  url: z.string().nullable(),
  listening: MockListening,
  /** Why it can't listen or check signatures, or uses another port; else null. */
  problem: MockProblem.nullable(),
  /** Requests responded to since the steps were reset. */
  responded: z.number().int(),
  /** Index of the step for the next request. */
  nextStep: z.number().int(),
  /** Time of the newest entry in its log; null if there is none. */
  lastRequestAt: Timestamp.nullable(),
});
export type Mock = z.infer<typeof Mock>;

/** A preset of the mock endpoint gallery. */
export const MockPreset = z.object({
  /** Such as "Flaky, 1 in 3". */
  title: z.string(),
  /** What it does, as text. */
  summary: z.string(),
  /** Input for creating the mock endpoint; the name is available. */
  settings: MockSettings,
});
export type MockPreset = z.infer<typeof MockPreset>;
