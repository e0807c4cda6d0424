/** The scenario file, format 1: what is set up, what happens when, and what must be true. */
import { z } from 'zod';
import '#shared/kit/issue-text.ts';
import { Seed } from '#shared/audiences/computation.ts';
import { maxClockSpeed } from '#shared/clock/clock.ts';
import { headerNameProblem } from '#shared/kit/static-header.ts';
import { Expectation } from './expectation.ts';
import { Given, SystemUrl } from './given.ts';
import { InvariantCode } from './report.ts';
import { StepInFile, withIds } from './step.ts';
import {
  Duration,
  EnvironmentName,
  FileName,
  Title,
  VariableName,
  VariableValue,
} from './values.ts';

export const scenarioFormat = 1;

const startProblem =
  'start must be a time such as 2026-01-01T00:00Z, "now", or "now" minus a duration, such as now-4h.';

/** A moment, or the machine's time minus `beforeMs`. */
const Start = z.string({ error: startProblem }).transform((text, ctx) => {
  const [, offset] = /^now(?:-(.+))?$/.exec(text) ?? [];
  const before = offset === undefined ? null : Duration.safeParse(offset);
  if (text === 'now') return { kind: 'now' as const, beforeMs: 0 };
  if (before?.success === true) return { kind: 'now' as const, beforeMs: before.data };
  const at = /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text)
    ? Date.parse(text)
    : Number.NaN;
  if (!Number.isNaN(at)) return { kind: 'at' as const, at };
  ctx.addIssue({ code: 'custom', message: startProblem });
  return z.NEVER;
});
export type ClockStart = z.output<typeof Start>;

const isZone = (name: string): boolean => {
  try {
    return Intl.DateTimeFormat('en', { timeZone: name }) !== undefined;
  } catch {
    return false;
  }
};

export const ScenarioClock = z
  .strictObject({
    start: Start.optional().describe(
      'Virtual time at the start: a time, now, or now-4h. Default 2026-01-01T00:00Z; now with servers of yours.',
    ),
    zone: z
      .string()
      .refine(isZone, 'zone must be a time zone such as UTC or Europe/Berlin.')
      .prefault('UTC')
      .describe('Time zone of daily outages.'),
    horizon: Duration.prefault('24h').describe(
      'Virtual time after which the run ends. It is inconclusive if a step has not ended by then.',
    ),
    speed: z
      .union([z.literal('max'), z.number().min(1).max(maxClockSpeed)], {
        error: 'speed must be max, or a number from 1 to 3,600.',
      })
      .prefault('max')
      .describe('Multiple of real time. `max`: as fast as possible.'),
    resolution: Duration.prefault('1ms').describe('Timers are rounded up to this.'),
    notifyUrl: SystemUrl.optional().describe(
      'URL of your system that gets PUT {"now": …} before time moves on.',
    ),
    header: z
      .string({ error: 'Enter the name of a header, such as Hookwright-Time.' })
      .superRefine((name, ctx) => {
        const problem = headerNameProblem(name);
        if (problem !== null) ctx.addIssue({ code: 'custom', message: problem });
      })
      .optional()
      .describe(
        'Header of every webhook request, lookup and probe that holds virtual time, such as Hookwright-Time.',
      ),
  })
  .transform(({ start, horizon, resolution, notifyUrl, header, ...rest }) => ({
    ...rest,
    start: start ?? null,
    horizonMs: horizon,
    resolutionMs: Math.max(1, resolution),
    notifyUrl: notifyUrl ?? null,
    header: header ?? null,
  }));
export type ScenarioClock = z.output<typeof ScenarioClock>;

/** A value, or its source. */
export const Variable = z.union([
  VariableValue,
  z.strictObject({
    env: EnvironmentName.optional().describe('Environment variable with the value.'),
    default: VariableValue.optional().describe('Value if no other is set.'),
    secret: z.boolean().prefault(false).describe('Keeps the value out of reports.'),
  }),
]);
export type Variable = z.output<typeof Variable>;

const Variables = z.record(VariableName, Variable);

export const ScenarioCase = z.strictObject({
  name: Title.describe('Name of the case.'),
  variables: z
    .record(VariableName, VariableValue)
    .prefault({})
    .describe('Values of variables in this case.'),
});
export type ScenarioCase = z.output<typeof ScenarioCase>;

const maxTags = 50;

const shape = {
  scenario: z
    .literal(scenarioFormat, { error: 'scenario must be 1: the version of the format.' })
    .describe('Version of the format: 1.'),
  name: Title.describe('Name of the scenario.'),
  description: z.string().max(5_000).optional().describe('Purpose of the scenario.'),
  tags: z
    .array(Title)
    .max(maxTags, `At most ${maxTags} tags are allowed.`)
    .prefault([])
    .describe('Tags, for `--tag`.'),
  seed: Seed.prefault(1).describe('Seed of all random values.'),
  clock: ScenarioClock.prefault({}).describe('Virtual time.'),
  variables: Variables.prefault({}).describe('Values for placeholders in the file.'),
  use: z.array(FileName).prefault([]).describe('Files with `given` and `variables`, to share.'),
  cases: z
    .array(ScenarioCase)
    .prefault([])
    .describe('Named sets of variables, each with its own run.'),
  given: Given.prefault({}).describe('Setup before the first step.'),
  when: z
    .array(StepInFile)
    .min(1, 'when is empty. Add a step.')
    .transform(withIds)
    .describe('Steps, in order.'),
  then: z
    .array(Expectation)
    .min(1, 'then is empty. Add an expectation, or remove it.')
    .default([])
    .describe('Expected results at the end.'),
  invariants: z
    .strictObject({
      skip: z
        .array(
          z.strictObject({
            code: InvariantCode.describe('Invariant to skip.'),
            reason: Title.describe('Reason, shown in the report.'),
          }),
        )
        .prefault([])
        .describe('Invariants to skip.'),
    })
    .prefault({})
    .describe('Checks made in every run.'),
};

export const ScenarioFile = z.strictObject(shape);
export type ScenarioFile = z.output<typeof ScenarioFile>;

/** A file that scenarios share with `use`. */
export const SharedFile = z.strictObject({ variables: shape.variables, given: shape.given });
