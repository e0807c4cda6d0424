import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import { type Command, useCommands } from '#renderer/kit/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Timeline, type TimelineHandle } from '#renderer/ui/timeline.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { explainDelivery } from '#shared/deliveries/explain.ts';
import { formatTime } from '#shared/kit/format.ts';
import { CauseLine, isStateCause } from './cause-line.tsx';
import { attemptIdOf, earlierTimeline, markId, timelineOf } from './timeline/rows.ts';
import { useUrlFacts } from './timeline/url-facts.ts';
import type { AttemptChosen } from './use-attempt-choice.ts';

interface DeliveryOverviewProps {
  readonly delivery: DeliveryDetail;
  readonly chosen: AttemptChosen;
}

function timelineCommands(
  handle: RefObject<TimelineHandle | null>,
  enabled: boolean,
): readonly Command[] {
  const command = (
    id: string,
    title: string,
    shortcut: Command['shortcut'],
    run: (timeline: TimelineHandle) => void,
  ): Command => ({
    id: `timeline.${id}`,
    title,
    section: 'Timeline',
    shortcut,
    enabled: () => enabled,
    run: () => {
      if (handle.current !== null) run(handle.current);
    },
  });
  return [
    // Plus shares a key with the equals sign on many keyboards.
    command('in', 'Zoom in', ['+', '='], (timeline) => timeline.zoomIn()),
    command('out', 'Zoom out', '-', (timeline) => timeline.zoomOut()),
    command('fit', 'Fit timeline', '0', (timeline) => timeline.fit()),
  ];
}

/** Explanations for what the rows can't show, and a row per webhook, which chooses the attempt below. */
export function DeliveryOverview({ delivery, chosen }: DeliveryOverviewProps) {
  const { attempt, windows, windowShown, chooseAttempt, chooseWindow } = chosen;
  const earlier = windowShown < windows.length - 1 ? windows[windowShown] : undefined;
  const factsOf = useUrlFacts(windows[windowShown]?.at(-1)?.startedAt ?? delivery.createdAt);
  const timeline = useMemo(
    () =>
      earlier === undefined
        ? // The attempt in flight started at the delivery's last change.
          timelineOf(delivery, delivery.updatedAt, factsOf)
        : earlierTimeline(delivery, earlier, factsOf),
    [delivery, earlier, factsOf],
  );
  const timelineHandle = useRef<TimelineHandle>(null);
  useCommands(timelineCommands(timelineHandle, timeline.rows.length > 0));
  const hasRows = timeline.rows.length > 0;
  // The response of an attempt says its cause, and the rows say who cancelled.
  const causes = explainDelivery(delivery)
    .filter(isStateCause)
    .filter(({ code }) => code !== 'cancelled' || !hasRows);
  if (causes.length === 0 && !hasRows) return null;
  return (
    <section
      aria-label="Overview"
      className="flex flex-none flex-col gap-2 border-b border-line bg-bg-1 px-5 pb-1.5"
    >
      {causes.map((cause) => (
        <CauseLine key={cause.message} cause={cause} destinationId={delivery.destinationId} />
      ))}
      {hasRows && (
        <Timeline
          rows={timeline.rows}
          startAt={timeline.startAt}
          endAt={timeline.endAt}
          selectedMarkId={attempt === null ? undefined : markId(attempt)}
          onSelect={({ id }) => {
            const attemptId = attemptIdOf(id);
            if (attemptId !== null) chooseAttempt(attemptId);
          }}
          ref={timelineHandle}
          heading={
            windows.length > 1 && (
              <WindowSteps windows={windows} shown={windowShown} onShow={chooseWindow} />
            )
          }
        />
      )}
    </section>
  );
}

const keys = { earlier: ',', later: '.' } as const;

interface WindowStepsProps {
  readonly windows: readonly (readonly Attempt[])[];
  readonly shown: number;
  readonly onShow: (number: number) => void;
}

/** Steps between the windows of a retried delivery. */
function WindowSteps({ windows, shown, onShow }: WindowStepsProps) {
  const count = windows.length;
  const [isFirst, isLast] = [shown === 0, shown === count - 1];
  useCommands([
    {
      id: 'timeline.earlier',
      title: 'Earlier window',
      section: 'Timeline',
      shortcut: keys.earlier,
      enabled: () => !isFirst,
      run: () => onShow(shown - 1),
    },
    {
      id: 'timeline.later',
      title: 'Later window',
      section: 'Timeline',
      shortcut: keys.later,
      enabled: () => !isLast,
      run: () => onShow(shown + 1),
    },
  ]);
  return (
    <div className="-ml-1.5 flex h-header items-center gap-0.5 text-small whitespace-nowrap text-fg-2">
      <IconButton
        icon={ChevronLeft}
        size="small"
        label="Earlier window"
        shortcut={keys.earlier}
        disabledReason={isFirst ? 'First window' : undefined}
        onClick={() => onShow(shown - 1)}
      />
      <span role="status" className="tabular-nums">
        Window {shown + 1} of {count}
      </span>
      <IconButton
        icon={ChevronRight}
        size="small"
        label="Later window"
        shortcut={keys.later}
        disabledReason={isLast ? 'Latest window' : undefined}
        onClick={() => onShow(shown + 1)}
      />
      <span className="ml-2 truncate tabular-nums">{timesOf(windows[shown] ?? [])}</span>
    </div>
  );
}

function timesOf(attempts: readonly Attempt[]): string {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return '';
  const start = formatTime(first.startedAt);
  return attempts.length === 1 ? start : `${start} to ${formatTime(last.startedAt)}`;
}
