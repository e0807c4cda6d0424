/** What a run came to, in four figures and a line. */
import type { ReactNode } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { Prediction } from '#shared/scenarios/schema/prediction.ts';
import type { RunFilm } from '#shared/scenarios/schema/report.ts';
import { longestWaitOf, virtualText } from './run-labels.ts';

interface FigureProps {
  readonly count: number;
  readonly word: string;
  readonly tone?: string | undefined;
}

function Figure({ count, word, tone }: FigureProps) {
  return (
    <li className="flex items-baseline gap-2 whitespace-nowrap not-last:after:mx-1.5 max-lg:gap-1.5 max-lg:not-last:after:mx-0.5 not-last:after:text-line-2 not-last:after:content-['·']">
      <b className={cx('font-[670]', tone)}>{formatCount(count)}</b>{' '}
      <span className="font-normal text-fg-2">{word}</span>
    </li>
  );
}

function Frame({ children, aside }: { children: ReactNode; aside: ReactNode }) {
  return (
    <div className="flex flex-none flex-wrap items-baseline gap-x-4 pt-4">
      <ul
        aria-label="Result"
        className="flex flex-1 gap-x-2 text-verdict tracking-[-0.028em] tabular-nums max-lg:gap-x-1 max-lg:text-page"
      >
        {children}
      </ul>
      <span className="text-fg-2 tabular-nums">{aside}</span>
    </div>
  );
}

const sumOf = (
  film: RunFilm | null,
  names: readonly ('accepted' | 'refused' | 'failed' | 'blocked')[],
) =>
  (film?.lanes ?? []).reduce(
    (sum, { buckets }) =>
      buckets.reduce((of, bucket) => names.reduce((count, name) => count + bucket[name], of), sum),
    0,
  );

interface RunFiguresProps {
  /** At the end of the line. */
  readonly hints: ReactNode;
  /** Null before the first reading. */
  readonly film: RunFilm | null;
  readonly messages: number;
  /** Right of the figures: how long it took, or how far it is. */
  readonly aside: ReactNode;
}

const nothingYet = {
  ...{ held: 0, lost: 0, twice: 0 },
  ...{ longestWaitMs: 0, clearedAfterMs: null },
} satisfies Partial<RunFilm>;

export function RunFigures({ film, messages, aside, hints }: RunFiguresProps) {
  const { held, lost, twice, ...rest } = film ?? nothingYet;
  const longestWait = longestWaitOf(rest);
  const delivered = film?.states.delivered ?? 0;
  const isWaiting = film !== null && film.held > film.heldDelivered;
  const failed = sumOf(film, ['refused', 'failed', 'blocked']);
  return (
    <>
      <Frame aside={aside}>
        <Figure count={held} word="held" tone={isWaiting ? 'text-info' : undefined} />
        <Figure count={delivered} word="delivered" tone={delivered > 0 ? 'text-ok' : undefined} />
        <Figure count={lost} word="lost" tone={lost > 0 ? 'text-bad' : undefined} />
        <Figure count={twice} word="twice" tone={twice > 0 ? 'text-warn' : undefined} />
      </Frame>
      <div className="flex flex-none flex-wrap items-center gap-x-3 pt-1 pb-2 text-small text-fg-2 tabular-nums">
        <span>
          <b className="font-semibold text-fg">{formatCount(messages)}</b> events
        </span>
        <span>
          <b className="font-semibold text-ok">{formatCount(sumOf(film, ['accepted']))}</b> accepted
        </span>
        <span>
          <b className={cx('font-semibold', failed > 0 ? 'text-bad' : 'text-fg')}>
            {formatCount(failed)}
          </b>{' '}
          failed attempts
        </span>
        {longestWait !== null && (
          <span>
            {longestWait.label} <b className="font-semibold text-fg">{longestWait.time}</b>
          </span>
        )}
        {hints}
      </div>
    </>
  );
}

/** Before a run. */
interface PredictedFiguresProps {
  readonly prediction: Prediction;
  readonly hints: ReactNode;
}

export function PredictedFigures({ prediction, hints }: PredictedFiguresProps) {
  const { held, gaveUp, messages, virtualMs } = prediction;
  const isHeldUp = held + gaveUp > 0;
  return (
    <>
      <Frame aside={virtualText(virtualMs)}>
        {!isHeldUp && <Figure count={messages} word={messages === 1 ? 'event' : 'events'} />}
        {held > 0 && <Figure count={held} word="would be held" tone="text-info" />}
        {isHeldUp && (
          <Figure count={gaveUp} word="would give up" tone={gaveUp > 0 ? 'text-bad' : undefined} />
        )}
      </Frame>
      <div className="flex flex-none flex-wrap items-center gap-x-3 pt-1 pb-2 text-small text-fg-2 tabular-nums">
        {isHeldUp && (
          <span>
            <b className="font-semibold text-fg">{formatCount(messages)}</b> events
          </span>
        )}
        <span>predicted, not run</span>
        {hints}
      </div>
    </>
  );
}
