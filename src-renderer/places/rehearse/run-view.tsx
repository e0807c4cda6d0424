import { Clapperboard } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';
import type { TimeSpan } from '#renderer/film/film.ts';
import { filmOfRun } from '#renderer/film/film-of-run.ts';
import { RunFilm, type RunFilmHandle } from '#renderer/film/run-film.tsx';
import { useShowRun } from '#renderer/kit/data/shown-run.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { formatCoarse } from '#shared/kit/duration.ts';
import type { Prediction } from '#shared/scenarios/schema/prediction.ts';
import type { RunPace, StoredRun } from '#shared/scenarios/schema/run.ts';
import { PredictedFigures, RunFigures } from './figures.tsx';
import { FollowedCard, marksOf, useFollowed } from './following.tsx';
import { RunChecks, RunningChecks } from './run-checks.tsx';
import type { RunFacts } from './run-facts.ts';
import { durationText, virtualText } from './run-labels.ts';
import { changePace, useScenarioRun } from './scenario-run.ts';

/** Values of the next run that the film can change. */
export interface OutageEdit {
  readonly editable: readonly { readonly start: boolean; readonly end: boolean }[];
  /** Times are milliseconds since the start. */
  readonly change: (index: number, span: TimeSpan) => void;
}

const noEdit: OutageEdit = { editable: [], change: () => undefined };

interface RunViewProps {
  readonly facts: RunFacts;
  readonly prediction: Prediction | null;
  /** Whether the next run differs from the one that is shown. */
  readonly isChanged: boolean;
  readonly outages?: OutageEdit;
  readonly onShowLine: ((line: number) => void) | null;
}

/** The current run, the one that is shown, or before the first one what is predicted. */
export function RunView(props: RunViewProps) {
  const { facts, prediction, isChanged } = props;
  const isNext = facts.isRunning || (isChanged && prediction !== null);
  const run = isNext ? null : (facts.run ?? null);
  if (run === null && !facts.isRunning && prediction === null)
    return (
      <EmptyState icon={Clapperboard} title="Not run yet">
        Run it to see the film of its deliveries.
      </EmptyState>
    );
  return <Film {...props} run={run} />;
}

function useShownInTopBar(
  { isRunning, progress, timeline }: RunFacts,
  run: StoredRun | null,
  now: number,
): void {
  const pace = useScenarioRun((current) => current.pace) ?? fastest;
  const film = run?.report.timeline.film ?? timeline?.film;
  const messages = run?.report.counts.messages ?? progress?.ledger.accepted ?? 0;
  useShowRun(
    useMemo(
      () =>
        film === undefined
          ? null
          : { states: film.states, messages, now, pace: isRunning ? pace : null, changePace },
      [film, messages, now, isRunning, pace],
    ),
  );
}

function Film({
  facts,
  run,
  prediction,
  outages = noEdit,
  onShowLine,
}: RunViewProps & { readonly run: StoredRun | null }) {
  const { isRunning, progress } = facts;
  const timeline = isRunning ? facts.timeline : (run?.report.timeline ?? null);
  const atMs = isRunning ? (progress?.atMs ?? 0) : (run?.report.virtualMs ?? 0);
  const checks = run?.report.checks ?? facts.checks?.decided ?? noChecks;
  const film = useMemo(
    () => filmOfRun({ timeline, checks, atMs, isFinished: run !== null, prediction }),
    [timeline, checks, atMs, run, prediction],
  );
  const [chosen, setChosen] = useState<{ readonly run: string; readonly atMs: number } | null>(
    null,
  );
  const runId = run?.id ?? '';
  const setMoment = (at: number): void => setChosen({ run: runId, atMs: at });
  const playhead = chosen?.run === runId ? film.from + chosen.atMs : film.now;
  const handle = useRef<RunFilmHandle>(null);
  const { followed, pick, step, clear } = useFollowed(run, setMoment);
  useShownInTopBar(facts, run, playhead);
  const hints = (
    <FilmHints
      isFinished={run !== null}
      canEdit={!isRunning && outages.editable.some(({ start, end }) => start || end)}
    />
  );
  const marks = useMemo(() => marksOf(followed, film.from), [followed, film.from]);
  return (
    <div className="flex h-full flex-col overflow-y-auto bg-bg-0 px-5 pb-4 max-md:px-3">
      {run?.report.inconclusive.map(({ code, message, place }) => (
        <div key={`${code} ${message}`} className="flex-none pt-3">
          <Banner tone="warn" title="Inconclusive:">
            {message}
            {place !== null && ` (line ${place.line})`}
          </Banner>
        </div>
      ))}
      {timeline !== null || isRunning ? (
        <RunFigures
          film={timeline?.film ?? null}
          hints={hints}
          messages={run?.report.counts.messages ?? progress?.ledger.accepted ?? 0}
          aside={
            isRunning ? (
              <RunProgressText prediction={prediction} />
            ) : (
              run !== null && `${durationText(run)}, seed ${run.seed}`
            )
          }
        />
      ) : (
        prediction !== null && <PredictedFigures prediction={prediction} hints={hints} />
      )}
      <section aria-label="Film" className="flex-none pt-2">
        <RunFilm
          ref={handle}
          film={film}
          isRunning={isRunning}
          isFinished={run !== null}
          playhead={playhead}
          onScrub={(at) => setMoment(Math.round(at - film.from))}
          onPick={(lane, at) => pick(lane, at - film.from)}
          onStep={(by) => step(by, playhead - film.from)}
          onEscape={clear}
          marks={marks}
          editable={isRunning ? [] : outages.editable}
          onOutage={(index, { from, to }) =>
            outages.change(index, { from: from - film.from, to: to - film.from })
          }
        />
      </section>
      {followed !== null && run !== null && (
        <FollowedCard run={run} followed={followed} onClear={clear} />
      )}
      {isRunning && facts.checks !== null && <RunningChecks checks={facts.checks} />}
      {run !== null && (
        <RunChecks
          run={run}
          onShowMoment={(at) => {
            setMoment(at);
            handle.current?.focus();
          }}
          onShowLine={onShowLine}
        />
      )}
    </div>
  );
}

const noChecks: readonly never[] = [];
const fastest: RunPace = { speed: null, isPaused: false };

/** `1 h 52 min of 3 h, about 5 s left`. */
function RunProgressText({ prediction }: { prediction: Prediction | null }) {
  const { progress, measuredFrom, isStopping, pace } = useScenarioRun();
  const atMs = progress?.atMs ?? 0;
  const totalMs = prediction?.virtualMs ?? 0;
  const passedMs = atMs - (measuredFrom?.atMs ?? atMs);
  const realMs = performance.now() - (measuredFrom?.realMs ?? 0);
  // The first updates tell little.
  const leftMs =
    pace?.isPaused === true || passedMs < totalMs / 20 || atMs >= totalMs
      ? null
      : ((totalMs - atMs) * realMs) / passedMs;
  if (isStopping) return <span role="status">Stopping</span>;
  if (progress === null) return <span role="status">Starting</span>;
  return (
    <span role="status">
      <b className="font-semibold text-fg">{virtualText(atMs)}</b>
      {totalMs > atMs && ` of ${virtualText(totalMs)}`}
      {leftMs !== null && `, about ${formatCoarse(Math.max(1_000, leftMs))} left`}
    </span>
  );
}

function FilmHints({ isFinished, canEdit }: { isFinished: boolean; canEdit: boolean }) {
  return (
    <span className="ml-auto flex items-center gap-1.5 text-small text-fg-3 max-xl:hidden">
      {isFinished && (
        <>
          <Kbd shortcut="ArrowLeft" />
          <Kbd shortcut="ArrowRight" />
          step through attempts
        </>
      )}
      {canEdit && <span className="ml-1.5">drag the ends of the outage</span>}
      {!isFinished && (
        <>
          <svg width="8" height="8" aria-hidden="true" className="ml-2 text-fg-3">
            <circle cx="4" cy="4" r="2.8" fill="none" stroke="currentColor" strokeWidth="1.2" />
          </svg>
          predicted
        </>
      )}
    </span>
  );
}
