/** Receivers: built-in endpoints that answer as told, and fail on request. */
import { z } from 'zod';
import { receiverTlsNames } from '../lib/receiver-names.ts';
import { receiverIssues } from '../lib/receiver-rules.ts';
import { SharedSecret } from './destination.ts';
import { Id, Moment } from './name.ts';
import { Outage, RateLimit, ReceiverStep } from './receiver-step.ts';

/** The name is a part of the URL. */
export const ReceiverName = z
  .string({
    error: ({ input }) =>
      input === undefined ? 'Name is missing: give it a text.' : 'Name must be a text.',
  })
  .trim()
  .min(1, 'Name is empty: give it at least one character.')
  .max(64, 'Name is too long: at most 64 characters.')
  .regex(
    /^[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$/,
    'Name is a part of the receiver\'s URL: use letters, digits, "-", "_" and ".", with a letter or digit at both ends.',
  );

/** What follows the last step: it stays, all begin anew, or every request draws one by its `times`. */
export const ReceiverThen = z.enum(['stay', 'repeat', 'random'], {
  error: 'then must be "stay", "repeat" or "random".',
});
export type ReceiverThen = z.infer<typeof ReceiverThen>;

export const ReceiverTls = z.enum(receiverTlsNames, {
  error: `tls must be one of ${receiverTlsNames.join(', ')}.`,
});
export type ReceiverTls = z.infer<typeof ReceiverTls>;

/** The oldest version of TLS that is taken. */
export const TlsFloor = z.enum(['1.2', '1.3'], { error: 'tlsFloor must be "1.2" or "1.3".' });
export type TlsFloor = z.infer<typeof TlsFloor>;

export const ReceiverSettings = z.object({
  name: ReceiverName,
  /** What X-Signature is checked against, exactly as typed; empty: it is not checked. */
  secret: SharedSecret,
  /** Answers 401 to a wrong or missing signature. Needs a secret. */
  strict: z.boolean({ error: 'strict must be true or false.' }),
  steps: z
    .array(ReceiverStep, { error: 'steps must be a list.' })
    .min(1, 'steps is empty: give it at least one step.')
    .max(100, 'A receiver has at most 100 steps.'),
  then: ReceiverThen,
  /** What random draws and random delays follow: the same seed, the same answers. */
  seed: z
    .int({ error: 'seed must be a whole number.' })
    .min(0, 'seed must not be negative.')
    .max(2_147_483_647, 'seed must be at most 2,147,483,647.'),
  rateLimit: RateLimit.nullable(),
  outage: Outage.nullable(),
  tls: ReceiverTls,
  tlsFloor: TlsFloor,
});
export type ReceiverSettings = z.infer<typeof ReceiverSettings>;

const { shape } = ReceiverSettings;

/** A receiver with the plainest behaviour as the default: 200 to everything, over http. */
const newShape = {
  name: shape.name,
  secret: shape.secret.default(''),
  strict: shape.strict.default(false),
  steps: shape.steps.default([ReceiverStep.parse({})]),
  then: shape.then.default('stay'),
  seed: shape.seed.default(1),
  rateLimit: shape.rateLimit.default(null),
  outage: shape.outage.default(null),
  tls: shape.tls.default('none'),
  tlsFloor: shape.tlsFloor.default('1.2'),
};

function checkRules(
  settings: Omit<ReceiverSettings, 'secret'> & { readonly secret?: string | undefined },
  ctx: z.RefinementCtx,
): void {
  for (const { path, message } of receiverIssues(settings))
    ctx.addIssue({ code: 'custom', path: [...path], message });
}

export const NewReceiver = z.object(newShape).superRefine(checkRules);
export type NewReceiver = z.infer<typeof NewReceiver>;

/** In the configuration file: an export without secrets leaves the secret out, and it is kept. */
export const ConfiguredReceiver = z
  .strictObject({ ...newShape, secret: shape.secret.optional() })
  .superRefine(checkRules);
export type ConfiguredReceiver = z.infer<typeof ConfiguredReceiver>;

/** What is absent stays, what is given is replaced as a whole; the rules are checked on the result. */
export const ReceiverPatch = ReceiverSettings.partial();
export type ReceiverPatch = z.infer<typeof ReceiverPatch>;

/** `refusing`: its port is closed on purpose. `failed`: it cannot listen; `problem` says why. */
export const ReceiverListening = z.enum(['listening', 'refusing', 'failed']);
export type ReceiverListening = z.infer<typeof ReceiverListening>;

export const Receiver = ReceiverSettings.extend({
  id: Id,
  createdAt: Moment,
  updatedAt: Moment,
  /** What to send to, such as `http://127.0.0.1:8379/r/flaky`; null when it cannot listen. */
  url: z.string().nullable(),
  listening: ReceiverListening,
  /** Why it cannot listen or be checked, or has moved to another port, as a sentence; else null. */
  problem: z.string().nullable(),
  /** Requests responded to since the steps were reset. */
  responded: z.number().int(),
  /** Index of the step that answers the next request. */
  nextStep: z.number().int(),
  /** When the newest entry of its log came; null when there is none. */
  lastRequestAt: Moment.nullable(),
});
export type Receiver = z.infer<typeof Receiver>;

/** A named failure, ready to be created as it is. */
export const ReceiverPreset = z.object({
  /** Such as "Flaky, 1 in 3". */
  title: z.string(),
  /** What it does to a sender, as a sentence. */
  summary: z.string(),
  /** For the operation that creates receivers; the name is free now. */
  settings: ReceiverSettings,
});
export type ReceiverPreset = z.infer<typeof ReceiverPreset>;
