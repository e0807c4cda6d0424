import { cx } from '#renderer/ui/cx.ts';
import { Spinner } from '#renderer/ui/progress.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Verdict } from '#shared/scenarios/schema/report.ts';
import type { RunSummary } from '#shared/scenarios/schema/run.ts';
import { useRunAll } from './run-all.tsx';
import { durationText } from './run-labels.ts';
import type { ListedScenario } from './scenario-data.ts';
import { useDrafts } from './scenario-drafts.ts';
import { useScenarioRun } from './scenario-run.ts';
import { VerdictBars, VerdictMark } from './verdict-mark.tsx';

/** The worst verdict among the last runs of its cases. */
function latestVerdict(runs: readonly RunSummary[]): Verdict | 'none' {
  const latest = runs.filter(
    (run, index) => runs.findIndex((otherRun) => otherRun.case === run.case) === index,
  );
  const worst = (['failed', 'inconclusive', 'passed'] as const).find((verdict) =>
    latest.some((run) => run.verdict === verdict),
  );
  return worst ?? 'none';
}

function ScenarioCell({ scenario }: { scenario: ListedScenario }) {
  const { file, name, tags, problems, runs } = scenario;
  const isRunning = useScenarioRun((run) => run.isRunning && run.file === file);
  const isChanged = useDrafts(({ texts }) => texts[file] !== undefined);
  const skipped = useRunAll((all) => all.problems[file]);
  const [last] = runs;
  return (
    <span className="flex min-w-0 flex-1 items-start gap-2.5">
      <span className="mt-0.75 flex-none">
        {isRunning ? <Spinner label="running" /> : <VerdictMark verdict={latestVerdict(runs)} />}
      </span>
      <span className="min-w-0 flex-1">
        <span className="flex items-center gap-2">
          <span className="min-w-0 flex-1 truncate font-medium">{visibleLine(name ?? file)}</span>
          <VerdictBars verdicts={runs.map(({ verdict }) => verdict)} />
        </span>
        <span className="flex gap-2 text-small text-fg-2">
          <span className="bytes min-w-0 flex-1 truncate" title={file}>
            {file}
          </span>
          <span className={cx('flex-none tabular-nums', problems > 0 && 'text-bad')}>
            {problems > 0
              ? `${problems} ${problems === 1 ? 'problem' : 'problems'}`
              : last === undefined
                ? 'not run'
                : durationText(last)}
          </span>
        </span>
        <span className="block truncate text-small text-fg-3">
          {skipped === undefined
            ? [...tags.map((tag) => `#${tag}`), ...(isChanged ? ['unsaved'] : [])].join(' ')
            : `Not run: ${skipped}`}
        </span>
      </span>
    </span>
  );
}

export const scenarioColumns: readonly VirtualListColumn<ListedScenario>[] = [
  {
    id: 'name',
    heading: 'Name',
    headingHidden: true,
    width: 'minmax(0,1fr)',
    cell: (scenario) => <ScenarioCell scenario={scenario} />,
  },
];
