/** Scenario files: list, read, check and save. */
import { z } from 'zod';
import type { ContractClient } from '#shared/contract/index.ts';
import { RunSummary } from '#shared/schemas/scenario/run.ts';
import {
  CheckedScenario,
  CheckScenario,
  SaveScenario,
  ScenarioEntry,
  ScenarioExample,
  ScenarioProblemItem,
  ScenarioRef,
  StoredScenario,
} from '#shared/schemas/scenario/workspace.ts';
import { sliceOf } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const maxFiles = 50;

export const listScenarios = defineTool({
  name: 'list_scenarios',
  title: 'List scenarios',
  description:
    'Scenario files of this instance with their latest run, and the examples that save_scenario can start from. At most 50 files.',
  level: 'read',
  isIdempotent: true,
  input: z.object({}),
  output: z.object({
    folder: z.string(),
    files: z.array(
      ScenarioEntry.omit({ runs: true }).extend({
        latestRun: RunSummary.pick({ id: true, verdict: true, startedAt: true }).nullable(),
      }),
    ),
    /** How many files are left out. */
    omitted: z.number().int(),
    examples: z.array(ScenarioExample.pick({ example: true, name: true })),
  }),
  async run(_call, { client }) {
    const [{ folder, files }, examples] = await Promise.all([
      client.scenarios.list(),
      client.scenarios.examples(),
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

export const getScenario = defineTool({
  name: 'get_scenario',
  title: 'Get a scenario',
  description:
    'The text of a scenario file, and its version, which save_scenario needs to replace it.',
  level: 'read',
  isIdempotent: true,
  input: ScenarioRef,
  output: StoredScenario.extend({ isCut: z.boolean() }),
  async run({ given }, { client }) {
    const stored = await client.scenarios.get(given);
    return {
      ...stored,
      text: sliceOf(stored.text, 0, maxTextLength),
      isCut: stored.text.length > maxTextLength,
    };
  },
});

const maxProblems = 20;

const Checked = CheckedScenario.pick({
  name: true,
  cases: true,
  variables: true,
  remoteOrigins: true,
}).extend({
  valid: z.boolean(),
  problems: z.array(ScenarioProblemItem),
  /** Including those left out. */
  problemCount: z.number().int(),
});

async function check(client: ContractClient, file: string, text: string) {
  const checked = await client.scenarios.check({ file, text });
  return {
    ...checked,
    valid: checked.problems.length === 0,
    problems: checked.problems.slice(0, maxProblems),
    problemCount: checked.problems.length,
  };
}

export const checkScenario = defineTool({
  name: 'check_scenario',
  title: 'Check a scenario',
  description:
    'Checks the text of a scenario without saving or running it: each problem has its line, column and fix. Resources hookwright://docs/reference/scenarios and hookwright://scenario.schema.json describe the format.',
  level: 'read',
  isIdempotent: true,
  input: z.object({
    file: CheckScenario.shape.file.default('scenario.yaml'),
    text: CheckScenario.shape.text,
  }),
  output: Checked,
  run: ({ input: { file, text } }, { client }) => check(client, file, text),
});

export const saveScenario = defineTool({
  name: 'save_scenario',
  title: 'Save a scenario',
  description:
    'Creates a scenario file from a text or an example. To replace a file, pass the version from get_scenario. A file with problems is saved too; they are returned.',
  level: 'write',
  isDestructive: true,
  isIdempotent: true,
  input: z.object({
    file: SaveScenario.shape.file,
    text: SaveScenario.shape.text.optional(),
    example: z.string().optional().describe('name from list_scenarios, instead of text'),
    version: SaveScenario.shape.version.optional(),
  }),
  output: StoredScenario.pick({ file: true, version: true }).extend({ check: Checked }),
  async run({ input: { file, text, example, version } }, { client }) {
    if ((text === undefined) === (example === undefined))
      throw new ToolError('bad_request', 'Pass text or example, not both.', 'Remove one of them.');
    if (version !== undefined && text === undefined)
      throw new ToolError('bad_request', 'version needs text.', 'Pass the new text of the file.');
    const saved =
      version !== undefined && text !== undefined
        ? await client.scenarios.save({ file, text, version })
        : await client.scenarios.create({
            file,
            ...(text === undefined ? { example: example ?? null } : { text }),
          });
    return { ...saved, check: await check(client, file, saved.text) };
  },
});
