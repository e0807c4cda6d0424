/** Explores a scenario: searches for disturbances that make its server fail. */
import { z } from 'zod';
import { findingText, phaseLabels } from '#shared/labels/exploration.ts';
import { counted } from '#shared/lib/format.ts';
import {
  ExplorationReport,
  ExploreRequest,
  Finding,
  type ExplorationReport as Report,
} from '#shared/schemas/scenario/exploration.ts';
import { defineTool } from '../tool.ts';
import { ToolError } from '../tool-error.ts';

const Result = ExplorationReport.omit({ finding: true }).extend({
  finding: Finding.pick({ disturbances: true, failed: true, runs: true, text: true })
    .extend({
      /** What happened, what was wrong, and the likely cause. */
      explanation: z.array(z.string()),
    })
    .nullable(),
});

const resultOf = ({ finding, ...report }: Report): z.input<typeof Result> => ({
  ...report,
  finding: finding && { ...finding, explanation: [...findingText(finding)] },
});

const { shape } = ExploreRequest;

export const exploreScenario = defineTool({
  name: 'explore_scenario',
  title: 'Explore a scenario',
  description:
    'Runs a scenario repeatedly with disturbances in front of your server, such as duplicates, lost responses and reordering, until a run fails. The finding has an explanation and the text of a scenario that repeats it: save that with save_scenario. Your server needs reset, and lookUp to check side effects. Takes up to budgetMs. To continue, pass the returned position. Servers beyond this machine are not allowed here.',
  level: 'write',
  isOpenWorld: true,
  input: z.object({
    file: shape.file,
    case: shape.case.describe('required if the file has cases'),
    server: shape.server.describe('required if the file has several servers'),
    disturbances: shape.disturbances.describe('default: all'),
    budgetMs: shape.budgetMs.describe('milliseconds of real time'),
    position: shape.position.describe('schedules to skip because they were tried before'),
    set: shape.set.describe('values of variables'),
  }),
  output: Result,
  async run({ given }, { client, signal, progress }) {
    const updates = await client.scenarios.explore(given, { signal });
    for await (const update of updates) {
      if (update.kind === 'finished') return resultOf(update.report);
      if (update.kind === 'progress') {
        const { phase, coverage } = update.progress;
        progress(`${phaseLabels[phase]}, ${counted(coverage.runs, 'schedule')} tried`);
      }
    }
    throw new ToolError('run_stopped', 'The exploration ended without a report.', 'Run it again.');
  },
});
