/** Scenario files: list, read, check and save. */
import { z } from 'zod';
import { RunSummary } from '#shared/scenarios/schema/run.ts';
import {
  CheckedScenario,
  CheckScenario,
  SaveScenario,
  ScenarioEntry,
  ScenarioExample,
  ScenarioProblemItem,
  ScenarioRef,
  StoredScenario,
} from '#shared/scenarios/schema/workspace.ts';
import { sliceOf } from '../text-parts.ts';
import { type Api, action, pick } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const maxFiles = 50;

export const listScenarios = action({
  description:
    'Scenario files of this instance with their latest run, and the examples that save_scenario can start from. At most 50 files.',
  operations: ['scenarios.list', 'scenarios.examples'],
  input: z.object({}),
  output: z.object({
    folder: z.string(),
    files: z.array(
      ScenarioEntry.omit({ runs: true }).extend({
        latestRun: pick(RunSummary, 'id verdict startedAt').nullable(),
      }),
    ),
    /** How many files are left out. */
    omitted: z.number().int(),
    examples: z.array(pick(ScenarioExample, 'example name')),
  }),
  async run(_call, { api }) {
    const [{ folder, files }, examples] = await Promise.all([
      api.scenarios.list(),
      api.scenarios.examples(),
    ]);
    return {
      folder,
      files: files
        .slice(0, maxFiles)
        .map(({ runs, ...file }) => ({ ...file, latestRun: runs[0] ?? null })),
      omitted: Math.max(0, files.length - maxFiles),
      examples,
    };
  },
});

const maxTextLength = 16_000;

export const getScenario = action({
  description:
    'The text of a scenario file, and its version, which save_scenario needs to replace it.',
  operations: ['scenarios.get'],
  input: ScenarioRef,
  output: StoredScenario.extend({ isCut: z.boolean() }),
  async run(input, { api }) {
    const stored = await api.scenarios.get(input);
    return {
      ...stored,
      text: sliceOf(stored.text, 0, maxTextLength),
      isCut: stored.text.length > maxTextLength,
    };
  },
});

const maxProblems = 20;

const Checked = pick(CheckedScenario, 'name cases variables remoteOrigins').extend({
  valid: z.boolean(),
  problems: z.array(ScenarioProblemItem),
  /** Including those left out. */
  problemCount: z.number().int(),
});

async function check(api: Api<'scenarios.check'>, file: string, text: string) {
  const checked = await api.scenarios.check({ file, text });
  return {
    ...checked,
    valid: checked.problems.length === 0,
    problems: checked.problems.slice(0, maxProblems),
    problemCount: checked.problems.length,
  };
}

export const checkScenario = action({
  description:
    'Checks the text of a scenario without saving or running it: each problem has its line, column and fix. Resources hookwright://docs/reference/scenarios and hookwright://scenario.schema.json describe the format.',
  operations: ['scenarios.check'],
  input: z.object({
    file: CheckScenario.shape.file.default('scenario.yaml'),
    text: CheckScenario.shape.text,
  }),
  output: Checked,
  run: ({ file, text }, { api }) => check(api, file, text),
});

export const saveScenario = action({
  description:
    'Creates a scenario file from a text or an example. To replace a file, pass the version from get_scenario. A file with problems is saved too; they are returned.',
  operations: ['scenarios.create', 'scenarios.save', 'scenarios.check'],
  input: z.object({
    file: SaveScenario.shape.file,
    text: SaveScenario.shape.text.optional(),
    example: z.string().optional().describe('name from list_scenarios, instead of text'),
    version: SaveScenario.shape.version.optional(),
  }),
  output: pick(StoredScenario, 'file version').extend({ check: Checked }),
  async run({ file, text, example, version }, { api }) {
    if ((text === undefined) === (example === undefined))
      throw new ToolError('bad_request', 'Pass text or example, not both.', 'Remove one of them.');
    if (version !== undefined && text === undefined)
      throw new ToolError('bad_request', 'version needs text.', 'Pass the new text of the file.');
    const saved =
      version !== undefined && text !== undefined
        ? await api.scenarios.save({ file, text, version })
        : await api.scenarios.create({
            file,
            ...(text === undefined ? { example: example ?? null } : { text }),
          });
    return { ...saved, check: await check(api, file, saved.text) };
  },
});
