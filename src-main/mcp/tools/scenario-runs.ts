/** Runs of scenarios: the verdict, and why checks failed. */
import { z } from 'zod';
import { isFailing, missText, placeText } from '#shared/report/scenario-text.ts';
import { Check, InconclusiveReason } from '#shared/schemas/scenario/report.ts';
import {
  RunRef,
  RunScenarioRequest,
  RunSummary,
  type StoredRun,
} from '#shared/schemas/scenario/run.ts';
import { sliceOf } from '../text-parts.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const FailedCheck = Check.pick({
  verdict: true,
  name: true,
  expected: true,
  found: true,
  history: true,
}).extend({
  /** Such as `outage.yaml:12:5`. */
  place: z.string(),
  /** What almost met the expectation, and which terms did not. */
  nearest: z.array(z.string()),
});

const Result = RunSummary.pick({
  id: true,
  file: true,
  case: true,
  seed: true,
  verdict: true,
  passed: true,
  checks: true,
  virtualMs: true,
  realMs: true,
  digest: true,
}).extend({
  failed: z.array(FailedCheck),
  /** Pass it as offset to get_scenario_run for more failed checks; null if these are all. */
  nextOffset: z.number().int().nullable(),
  inconclusive: z.array(InconclusiveReason.pick({ code: true, message: true })),
  warnings: z.array(z.string()),
});

const checksPerPage = 8;
const maxTextLength = 600;

const cut = (text: string): string =>
  text.length <= maxTextLength ? text : `${sliceOf(text, 0, maxTextLength)}…`;

function resultOf(run: StoredRun, offset = 0): z.input<typeof Result> {
  const failing = run.report.checks.filter(isFailing);
  const page = failing.slice(offset, offset + checksPerPage);
  const end = offset + page.length;
  return {
    ...run,
    failed: page.map((check) => ({
      verdict: check.verdict,
      name: cut(check.name),
      expected: check.expected && cut(check.expected),
      found: check.found && cut(check.found),
      history: check.history && cut(check.history),
      place: placeText(check),
      nearest: check.nearest.slice(0, 3).map((miss) => cut(missText(miss))),
    })),
    nextOffset: end < failing.length ? end : null,
    inconclusive: run.report.inconclusive.slice(0, checksPerPage),
    warnings: run.report.checks
      .flatMap(({ warnings }) => warnings)
      .slice(0, checksPerPage)
      .map(cut),
  };
}

const { file, case: caseName, seed, set } = RunScenarioRequest.shape;

export const runScenario = defineTool({
  name: 'run_scenario',
  title: 'Run a scenario',
  description:
    'Runs a scenario file in virtual time, in a process of its own: hours take seconds. Returns the verdict and each failed expectation with what was found and the closest matches. Cancelling the call stops the run. Servers beyond this machine are not allowed here.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    file,
    case: caseName.describe('required if the file has cases'),
    seed: seed.describe('default: the seed of the file'),
    set: set.describe('values of variables'),
  }),
  output: Result,
  async run({ given }, { client, signal, progress }) {
    const updates = await client.scenarios.run(given, { signal });
    for await (const update of updates) {
      if (update.kind === 'finished') return resultOf(update.run);
      if (update.kind === 'progress') progress(`${update.progress.atMs} ms of virtual time`);
    }
    throw new ToolError('run_stopped', 'The run ended without a report.', 'Run it again.');
  },
});

export const getScenarioRun = defineTool({
  name: 'get_scenario_run',
  title: 'Get a scenario run',
  description: 'The verdict of an earlier run, and its failed checks from `offset` on.',
  level: 'read',
  isIdempotent: true,
  input: RunRef.extend({
    offset: z.number().int().min(0, 'offset must not be negative.').default(0),
  }),
  output: Result,
  run: async ({ input: { id, offset } }, { client }) =>
    resultOf(await client.scenarios.report({ id }), offset),
});
