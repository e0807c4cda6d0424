/** Scenario files in the folder of an instance, and the result of checking one. */
import { z } from 'zod';
import { Prediction } from './prediction.ts';
import { Place } from './report.ts';
import { RunId, RunSummary, VariableValues } from './run.ts';
import { ScenarioFileName, ScenarioText, VariableValue } from './values.ts';

export const ScenarioProblemItem = Place.extend({
  code: z.string(),
  message: z.string(),
  fix: z.string(),
});
export type ScenarioProblemItem = z.infer<typeof ScenarioProblemItem>;

export const ScenarioEntry = z.object({
  file: z.string(),
  /** Null if it is missing. */
  name: z.string().nullable(),
  tags: z.array(z.string()),
  cases: z.array(z.string()),
  /** Number of problems. */
  problems: z.number().int(),
  /** The last ten, newest first. */
  runs: z.array(RunSummary),
});
export type ScenarioEntry = z.infer<typeof ScenarioEntry>;

export const ScenarioList = z.object({
  /** Path of the folder on the machine that runs Hookwright. */
  folder: z.string(),
  files: z.array(ScenarioEntry),
  /** Runs opened from run archives, newest first. */
  opened: z.array(RunSummary),
});
export type ScenarioList = z.infer<typeof ScenarioList>;

export const StoredScenario = z.object({
  file: z.string(),
  text: z.string(),
  /** Changes with the text. */
  version: z.string(),
});
export type StoredScenario = z.infer<typeof StoredScenario>;

export const ScenarioRef = z.object({ file: ScenarioFileName });
export type ScenarioRef = z.infer<typeof ScenarioRef>;

export const SaveScenario = ScenarioRef.extend({
  text: ScenarioText,
  /** The version that was read. A file that has changed since is not overwritten. */
  version: z.string(),
});
export type SaveScenario = z.infer<typeof SaveScenario>;

export const CreateScenario = ScenarioRef.extend({
  /** Null: an outage in front of your own server. */
  example: z.string().nullable().prefault(null),
  /** Instead of an example. */
  text: ScenarioText.optional(),
  /** ID of a run of this text: the file has a copy of it. */
  run: RunId.optional(),
});
export type CreateScenario = z.infer<typeof CreateScenario>;

export const ScenarioExample = z.object({
  /** File name. */
  example: z.string(),
  name: z.string(),
  description: z.string(),
  tags: z.array(z.string()),
});
export type ScenarioExample = z.infer<typeof ScenarioExample>;

/** A variable of a file, to be entered before a run. */
export const ScenarioVariable = z.object({
  name: z.string(),
  /** Null if it has no default value. */
  default: VariableValue.nullable(),
  /** The environment variable with its value; null if it has none. */
  env: z.string().nullable(),
  isSecret: z.boolean(),
});
export type ScenarioVariable = z.infer<typeof ScenarioVariable>;

export const CheckScenario = ScenarioRef.extend({
  text: ScenarioText,
  set: VariableValues.prefault({}),
});
export type CheckScenario = z.infer<typeof CheckScenario>;

export const CheckedScenario = z.object({
  name: z.string().nullable(),
  /** As written, with placeholders for variables. */
  description: z.string().nullable(),
  seed: z.number().int(),
  cases: z.array(z.string()),
  variables: z.array(ScenarioVariable),
  /** Servers on other machines that it sends requests to. */
  remoteOrigins: z.array(z.string()),
  /** Servers that can be explored. */
  servers: z.array(
    z.object({
      name: z.string(),
      url: z.string(),
      isResettable: z.boolean(),
      /** Whether it has a `lookUp`, or a `probe` in `then`. */
      hasLookUp: z.boolean(),
    }),
  ),
  /** Whether it sends requests to servers other than mock endpoints, which take real time to respond. */
  usesOwnServers: z.boolean(),
  /** How the first case would go; null if that depends on more than its outages. */
  prediction: Prediction.nullable(),
  problems: z.array(ScenarioProblemItem),
});
export type CheckedScenario = z.infer<typeof CheckedScenario>;

/** The inputs of a run, from its run archive. */
export const RunInputs = z.object({
  file: z.string(),
  text: z.string(),
  /** Names of the other files. */
  files: z.array(z.string()),
  /** Values of variables that were set; secrets are left out. */
  set: VariableValues,
  /** Secret variables to enter before the run is repeated. */
  secrets: z.array(z.string()),
  checked: CheckedScenario,
});
export type RunInputs = z.infer<typeof RunInputs>;

// Run archives and scenarios with their files are sent in pieces, because transports limit the size of a message.

export const NewScenarioUpload = z.object({
  /** File name: a run archive, a zip of scenarios with their files, or a YAML file. */
  name: z.string().min(1).max(200),
});
export type NewScenarioUpload = z.infer<typeof NewScenarioUpload>;

export const ScenarioUploadPiece = z.object({
  id: z.string(),
  base64: z
    .base64('base64 must be base64.')
    .max(1_398_104, 'base64 is too long: at most 1 MB at a time.'),
  /** The file ends with this piece. */
  last: z.boolean().prefault(false),
});
export type ScenarioUploadPiece = z.infer<typeof ScenarioUploadPiece>;

export const OpenedUpload = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('run'), run: RunSummary }),
  /** Created files: scenarios, then the files that they refer to. */
  z.object({ kind: z.literal('files'), files: z.array(z.string()) }),
]);
export type OpenedUpload = z.infer<typeof OpenedUpload>;

/** Null until the last piece. */
export const ScenarioUploadResult = z.object({ opened: OpenedUpload.nullable() });
