/** Recording a session as a scenario: what was done in a span becomes steps. */
import { z } from 'zod';
import { FilterText } from '../filter.ts';
import { Timestamp } from '../name.ts';
import { ScenarioFileName } from './file-name.ts';
import { maxOrigins } from './run.ts';
import { Title, VariableValue } from './values.ts';

/** Why something that happened is not part of the scenario. */
export const leftOutReasons = [
  'no_step',
  'not_in_span',
  'filter',
  'edited_request',
  'too_long',
  'deleted_item',
  'clock_speed',
  'members_before',
  'duplicate',
  'rejected',
  'unrequested',
] as const;
export const LeftOutReason = z.enum(leftOutReasons);
export type LeftOutReason = z.infer<typeof LeftOutReason>;

/** Messages or users that one recording can have. */
export const maxRecordedMessages = 10_000;
const maxLastMs = 24 * 3_600_000;

export const RecordScenario = z.object({
  name: Title,
  /** Virtual time. Default: the start of what is recorded. */
  from: Timestamp.optional(),
  /** Virtual time. Default: now. */
  to: Timestamp.optional(),
  /** Instead of `from`: the last milliseconds of real time. */
  lastMs: z
    .int({ error: 'lastMs must be a whole number of milliseconds.' })
    .min(1, 'lastMs must be at least 1.')
    .max(maxLastMs, 'lastMs must be at most 24 hours.')
    .optional(),
  /** Only messages with a matching delivery. */
  filter: FilterText.optional(),
});
export type RecordScenario = z.infer<typeof RecordScenario>;

export const RecordedScenario = z.object({
  id: z.string(),
  name: z.string(),
  /** Span of what was recorded, in virtual time. */
  from: Timestamp,
  to: Timestamp,
  steps: z.array(
    z.object({
      id: z.string(),
      action: z.string(),
      /** Milliseconds since the start. */
      atMs: z.number().int(),
      /** As in the file. */
      text: z.string(),
    }),
  ),
  messages: z.number().int(),
  leftOut: z.array(
    z.object({ operation: z.string(), reason: LeftOutReason, count: z.number().int() }),
  ),
  /** Expectations that held, as in the file. */
  expectations: z.array(z.string()),
  variables: z.array(
    z.object({ name: z.string(), env: z.string(), default: VariableValue.nullable() }),
  ),
  /** Servers on other machines that it sends requests to. */
  remoteOrigins: z.array(z.string()),
});
export type RecordedScenario = z.infer<typeof RecordedScenario>;

export const RecordingRef = z.object({ id: z.string().max(64) });

export const RunRecording = RecordingRef.extend({
  /** Servers beyond this machine that may get requests. */
  allowOrigins: z.array(z.string()).max(maxOrigins).prefault([]),
});
export type RunRecording = z.infer<typeof RunRecording>;

export const RecordingFilesRequest = RecordingRef.extend({
  /** Default: that of the recording. */
  name: Title.optional(),
  /** Indexes of expectations. Default: those that passed the last run, or all. */
  expectations: z.array(z.int().min(0)).max(200).optional(),
});
export type RecordingFilesRequest = z.infer<typeof RecordingFilesRequest>;

export const RecordingFiles = z.object({
  text: z.string(),
  /** Names are relative to the scenario. */
  fixtures: z.array(z.object({ name: z.string(), text: z.string() })),
});
export type RecordingFiles = z.infer<typeof RecordingFiles>;

export const SaveRecording = RecordingFilesRequest.extend({ file: ScenarioFileName });
export type SaveRecording = z.infer<typeof SaveRecording>;
