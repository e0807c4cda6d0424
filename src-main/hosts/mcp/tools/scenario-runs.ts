/** Runs of scenarios, with the verdict and why checks failed, and searches for disturbances that make a server fail. */
import { z } from 'zod';
import { type Redaction, redactedStart } from '#shared/deliveries/redaction.ts';
import { counted } from '#shared/kit/format.ts';
import { isFailing, missText, placeText } from '#shared/report/scenario-text.ts';
import { findingText, phaseLabels } from '#shared/scenarios/exploration-text.ts';
import {
  ExplorationReport,
  ExploreRequest,
  Finding,
} from '#shared/scenarios/schema/exploration.ts';
import { Check, InconclusiveReason } from '#shared/scenarios/schema/report.ts';
import {
  RunRef,
  RunScenarioRequest,
  RunSummary,
  type StoredRun,
} from '#shared/scenarios/schema/run.ts';
import { sliceOf } from '../text-parts.ts';
import { action, pick } from '../tool.ts';
import { stopped } from '../tool-error.ts';

const FailedCheck = pick(Check, 'verdict name expected found history').extend({
  /** Such as `outage.yaml:12:5`. */
  place: z.string(),
  /** What almost met the expectation, and which terms did not. */
  nearest: z.array(z.string()),
});

const Result = pick(
  RunSummary,
  'id file case seed verdict passed checks virtualMs realMs historyHash',
).extend({
  failed: z.array(FailedCheck),
  /** Pass it as offset to get_scenario_run for more failed checks; null if these are all. */
  nextOffset: z.number().int().nullable(),
  inconclusive: z.array(pick(InconclusiveReason, 'code message')),
  warnings: z.array(z.string()),
});

const checksPerPage = 8;
const maxTextLength = 600;

/** A text may come from a run archive of anyone. */
function cut(whole: string, redaction: Redaction): string {
  const { text, isCut } = redactedStart(whole, redaction);
  return isCut || text.length > maxTextLength ? `${sliceOf(text, 0, maxTextLength)}…` : text;
}

/** A receiver may repeat secrets that the scenario doesn't know. */
function resultOf(run: StoredRun, redaction: Redaction, offset = 0): z.input<typeof Result> {
  const shown = (text: string): string => cut(text, redaction);
  const failing = run.report.checks.filter(isFailing);
  const page = failing.slice(offset, offset + checksPerPage);
  const end = offset + page.length;
  return {
    ...run,
    failed: page.map((check) => ({
      verdict: check.verdict,
      name: shown(check.name),
      expected: check.expected && shown(check.expected),
      found: check.found && shown(check.found),
      history: check.history && shown(check.history),
      place: placeText(check),
      nearest: check.nearest.slice(0, 3).map((miss) => shown(missText(miss))),
    })),
    nextOffset: end < failing.length ? end : null,
    inconclusive: run.report.inconclusive
      .slice(0, checksPerPage)
      .map((reason) => ({ ...reason, message: shown(reason.message) })),
    warnings: run.report.checks
      .flatMap(({ warnings }) => warnings)
      .slice(0, checksPerPage)
      .map(shown),
  };
}

const { file, case: caseName, seed, set } = RunScenarioRequest.shape;

export const runScenario = action({
  description:
    'Runs a scenario file in virtual time, in a process of its own: hours take seconds. Returns the verdict and each failed expectation with what was found and the closest matches. Cancelling the call stops the run. Only servers on this machine are allowed.',
  operations: ['scenarios.run'],
  input: z.object({
    file,
    case: caseName.describe('required if the file has cases'),
    seed: seed.describe('default: the seed of the file'),
    set: set.describe('values of variables'),
  }),
  output: Result,
  async run(input, { api, signal, progress, readRedaction }) {
    const updates = await api.scenarios.run(input, { signal });
    for await (const update of updates) {
      if (update.kind === 'finished') return resultOf(update.run, await readRedaction());
      if (update.kind === 'progress') progress(`${update.progress.atMs} ms of virtual time`);
    }
    throw stopped();
  },
});

export const getScenarioRun = action({
  description: 'The verdict of an earlier run, and its failed checks from `offset` on.',
  operations: ['scenarios.report'],
  input: RunRef.extend({
    offset: z.number().int().min(0, 'offset must not be negative.').default(0),
  }),
  output: Result,
  run: async ({ id, offset }, { api, readRedaction }) =>
    resultOf(await api.scenarios.report({ id }), await readRedaction(), offset),
});

const Exploration = ExplorationReport.omit({ finding: true, exhaustive: true }).extend({
  finding: pick(Finding, 'disturbances failed runs text')
    .extend({
      /** What happened, what was wrong, and the likely cause. */
      explanation: z.array(z.string()),
    })
    .nullable(),
});

const explorationOf = (
  { finding, exhaustive: _, ...report }: ExplorationReport,
  redaction: Redaction,
): z.input<typeof Exploration> => ({
  ...report,
  reason: report.reason && { ...report.reason, message: redaction.text(report.reason.message) },
  finding: finding && {
    ...finding,
    text: finding.text && redaction.text(finding.text),
    explanation: findingText(finding).map(redaction.text),
  },
});

const { shape } = ExploreRequest;

export const exploreScenario = action({
  description:
    'Runs a scenario repeatedly with disturbances in front of your server, such as duplicates, lost responses and reordering, until a run fails. The finding has the text of a scenario that repeats it, for save_scenario. Your server needs reset, and lookUp to check side effects. Takes 1 to 10 minutes, or up to budgetMs. To continue, pass the returned position. Only servers on this machine are allowed.',
  operations: ['scenarios.explore'],
  input: z.object({
    file: shape.file,
    case: shape.case.describe('required if the file has cases'),
    server: shape.server.describe('required if the file has several servers'),
    disturbances: shape.disturbances.describe('default: all'),
    budgetMs: shape.budgetMs.describe('milliseconds of real time'),
    position: shape.position.describe('schedules to skip because they were tried before'),
    set: shape.set.describe('values of variables'),
  }),
  output: Exploration,
  async run(input, { api, signal, progress, readRedaction }) {
    const updates = await api.scenarios.explore(input, { signal });
    for await (const update of updates) {
      if (update.kind === 'finished') return explorationOf(update.report, await readRedaction());
      if (update.kind === 'progress') {
        const { phase, coverage } = update.progress;
        progress(`${phaseLabels[phase]}, ${counted(coverage.runs, 'schedule')} tried`);
      }
    }
    throw stopped();
  },
});
