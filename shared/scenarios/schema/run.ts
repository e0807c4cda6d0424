/** Scenario runs of an instance: parameters and stored results. */
import { z } from 'zod';
import { Seed } from '#shared/audiences/computation.ts';
import { AttemptCode, attemptOutcomes } from '#shared/deliveries/delivery.ts';
import { Ledger } from '#shared/deliveries/ledger.ts';
import { limitedTexts } from '#shared/kit/limited-texts.ts';
import { Timestamp } from '#shared/kit/name.ts';
import { HistoryEvent } from './history.ts';
import { Check, RunReport, RunTimeline, Verdict } from './report.ts';
import { ScenarioFileName, ScenarioText } from './values.ts';

export const RunId = z.string().regex(/^\d{14}-[a-z0-9]{6}$/, 'Not a run ID.');

export const RunSummary = z.object({
  id: z.string(),
  file: z.string(),
  /** Of the scenario. */
  name: z.string(),
  /** In real time. */
  startedAt: Timestamp,
  case: z.string().nullable(),
  seed: z.number().int(),
  verdict: Verdict,
  /** Checks that passed, and those that were decided or could not be. */
  passed: z.number().int(),
  checks: z.number().int(),
  virtualMs: z.number().int(),
  realMs: z.number().int(),
  historyHash: z.string(),
  /** Name of the file it was opened from; null for a run of this instance. */
  openedFrom: z.string().nullable().prefault(null),
  /** ID of the run that it repeats. */
  repeats: z.string().nullable().prefault(null),
});
export type RunSummary = z.infer<typeof RunSummary>;

export const StoredRun = RunSummary.extend({ report: RunReport });
export type StoredRun = z.infer<typeof StoredRun>;

export const RunProgress = z.object({
  /** Virtual time since the start. */
  atMs: z.number().int(),
  ledger: Ledger,
  /** IDs of running steps. */
  steps: z.array(z.string()),
});
export type RunProgress = z.infer<typeof RunProgress>;

/** Checks of a run so far: those of steps, and expectations whose time has passed. */
export const RunChecks = z.object({
  /** Including those to come. */
  count: z.number().int(),
  decided: z.array(Check.pick({ name: true, verdict: true, decidedAt: true })),
});
export type RunChecks = z.infer<typeof RunChecks>;

const RunSpeed = z.number().min(1).max(3_600);

/** How fast virtual time moves in a run. */
export const RunPace = z.object({
  /** Factor of real time; null: as fast as possible. */
  speed: RunSpeed.nullable(),
  isPaused: z.boolean(),
});
export type RunPace = z.infer<typeof RunPace>;

export const RunUpdate = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('started'),
    id: z.string(),
    file: z.string(),
    /** ID of the run that it repeats. */
    repeats: z.string().nullable(),
  }),
  z.object({
    kind: z.literal('progress'),
    progress: RunProgress,
    timeline: RunTimeline,
    checks: RunChecks,
    pace: RunPace,
  }),
  z.object({ kind: z.literal('finished'), run: StoredRun }),
]);
export type RunUpdate = z.infer<typeof RunUpdate>;

export const RunRef = z.object({ id: RunId });
export type RunRef = z.infer<typeof RunRef>;

export const ChangeRunPace = RunRef.extend({
  speed: RunPace.shape.speed.optional(),
  isPaused: RunPace.shape.isPaused.optional(),
});
export type ChangeRunPace = z.infer<typeof ChangeRunPace>;

export const RunEventsRequest = RunRef.extend({
  /** Only events of these messages. */
  messageIds: z.array(z.string()).max(20),
});
export type RunEventsRequest = z.infer<typeof RunEventsRequest>;

export const RunEvents = z.object({
  events: z.array(HistoryEvent),
  /** Whether some events were omitted. */
  isCut: z.boolean(),
});
export type RunEvents = z.infer<typeof RunEvents>;

/** An attempt of a run. */
const RunAttempt = z.object({
  /** When it started, in milliseconds of virtual time since the start. */
  at: z.number().int(),
  messageId: z.string(),
  destination: z.string(),
  /** `mock:NAME`, `server:NAME`, or the URL. */
  webhook: z.string(),
  /** From 1, per delivery and webhook. */
  attempt: z.number().int(),
  outcome: z.enum(attemptOutcomes),
  code: AttemptCode.nullable(),
  status: z.number().int().nullable(),
});
export type RunAttempt = z.infer<typeof RunAttempt>;

export const RunAttempts = z.object({
  /** By time. */
  attempts: z.array(RunAttempt),
  /** Whether some attempts were omitted. */
  isCut: z.boolean(),
});
export type RunAttempts = z.infer<typeof RunAttempts>;

/** A file to save. */
export const SavedFile = z.object({ name: z.string(), base64: z.string() });
export type SavedFile = z.infer<typeof SavedFile>;

export const CompareRunsRequest = z.object({ a: RunId, b: RunId });
export type CompareRunsRequest = z.infer<typeof CompareRunsRequest>;

const OnlyInOne = z.object({ count: z.number().int(), first: z.array(HistoryEvent) });

/** Events that only one of two runs has; bodies, headers and measured durations aren't compared. */
export const RunComparison = z.object({
  onlyInA: OnlyInOne,
  onlyInB: OnlyInOne,
  /** Whether the events are the same at other times, as with a server that takes real time to respond. */
  isTimesOnly: z.boolean(),
});
export type RunComparison = z.infer<typeof RunComparison>;

const maxVariables = 1_000;

/** Of other machines that may get requests. */
export const maxOrigins = 1_000;

/** Whether the run goes on when the stream is closed. */
const IsDetached = z.boolean().prefault(false);

/** Values of variables, as text. */
export const VariableValues = limitedTexts(
  z.string().max(10_000),
  maxVariables,
  (count) => `At most ${maxVariables} variables can have a value, not ${count}.`,
);

export const RunScenarioRequest = z.object({
  file: ScenarioFileName,
  /** Instead of the file, which need not exist. */
  text: ScenarioText.optional(),
  /** Required if the file has cases. */
  case: z.string().nullable().prefault(null),
  /** Null: the seed of the file. */
  seed: Seed.nullable().prefault(null),
  /** Factor of real time; null: the speed of the file. */
  speed: RunSpeed.nullable().prefault(null),
  set: VariableValues.prefault({}),
  /** Servers on other machines that requests may be sent to. */
  allowOrigins: z.array(z.string()).max(maxOrigins).prefault([]),
  isDetached: IsDetached,
});
export type RunScenarioRequest = z.infer<typeof RunScenarioRequest>;

/** Repeats a run with the inputs in its run archive. */
export const RepeatRunRequest = RunRef.extend({
  /** Values of secret variables, which a run archive leaves out. */
  set: VariableValues.prefault({}),
  /** Times real time; null: that of the file. */
  speed: RunSpeed.nullable().prefault(null),
  /** Servers beyond this machine that may get requests. */
  allowOrigins: z.array(z.string()).max(maxOrigins).prefault([]),
  isDetached: IsDetached,
});
export type RepeatRunRequest = z.infer<typeof RepeatRunRequest>;
