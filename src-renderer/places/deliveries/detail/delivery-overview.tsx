import { ChevronLeft, ChevronRight, FastForward, StepForward } from 'lucide-react';
import { type RefObject, useMemo, useRef } from 'react';
import { windowLabels } from '#renderer/deliveries/delivery-labels.ts';
import { type Command, runCommand, useCommands } from '#renderer/kit/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { SteadyText } from '#renderer/ui/inline-text.tsx';
import { useReadNow } from '#renderer/ui/time.tsx';
import { Timeline, type TimelineHandle } from '#renderer/ui/timeline.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { explainDelivery } from '#shared/deliveries/explain.ts';
import { formatSpan } from '#shared/kit/duration.ts';
import { formatTime } from '#shared/kit/format.ts';
import { useReadOnly } from '../use-deliveries-view.ts';
import { CauseLine } from './cause-line.tsx';
import {
  attemptIdOf,
  type DeliveryTimeline,
  earlierTimeline,
  markId,
  timelineOf,
} from './timeline/rows.ts';
import { type AttemptChosen, chooseTab, useViewChoices } from './use-attempt-choice.ts';

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

/** A row per webhook, and explanations for what the rows can't show. */
export function DeliveryOverview({ delivery, chosen }: DeliveryOverviewProps) {
  const { attempt, windows, windowShown, chooseAttempt, chooseWindow } = chosen;
  const earlier = windowShown < windows.length - 1 ? windows[windowShown] : undefined;
  const timeline = useMemo(
    () =>
      earlier === undefined
        ? // The attempt in flight started at the delivery's last change.
          timelineOf(delivery, delivery.updatedAt)
        : earlierTimeline(delivery, earlier),
    [delivery, earlier],
  );
  const timelineHandle = useRef<TimelineHandle>(null);
  useCommands(timelineCommands(timelineHandle, timeline.rows.length > 0));
  const choose = (mark: string): void => {
    const id = attemptIdOf(mark);
    if (id === null) return;
    chooseAttempt(id);
    if (useViewChoices.getState().tab === 'message') chooseTab('request');
  };
  return (
    <section
      aria-label="Overview"
      className="flex flex-none flex-col gap-2 border-b border-line bg-bg-1 px-4 pt-0.5 pb-3"
    >
      {timeline.rows.length > 0 && (
        <Timeline
          rows={timeline.rows}
          startAt={timeline.startAt}
          endAt={timeline.endAt}
          selectedMarkId={attempt === null ? undefined : markId(attempt)}
          onSelect={(mark) => choose(mark.id)}
          ref={timelineHandle}
          heading={
            <span>
              <b className="mr-2.5 font-semibold text-fg">Attempts</b>
              {/* Before the text, whose width varies: it must not move. */}
              {windows.length > 1 && (
                <WindowSteps shown={windowShown} count={windows.length} onShow={chooseWindow} />
              )}
              {earlier === undefined ? (
                <Heading
                  delivery={delivery}
                  timeline={timeline}
                  earlierWindows={windows.length - 1}
                />
              ) : (
                <EarlierHeading attempts={earlier} />
              )}
            </span>
          }
        />
      )}
      {explainDelivery(delivery).map((cause) => (
        <CauseLine key={cause.message} cause={cause} destinationId={delivery.destinationId} />
      ))}
    </section>
  );
}

interface HeadingProps {
  readonly delivery: DeliveryDetail;
  readonly timeline: DeliveryTimeline;
  readonly earlierWindows: number;
}

function Heading({ delivery, timeline, earlierWindows }: HeadingProps) {
  const isReadOnly = useReadOnly();
  const { made, scheduled, endAt } = timeline;
  const total = made + scheduled;
  const count = scheduled === 0 ? `${made}` : `${made} of ~${total}`;
  const earlier = delivery.attemptList.length - made;
  const window = windowLabels(delivery, endAt);
  return (
    <>
      {earlier === 0 ? count : `${count} · ${earlier} earlier`}
      {/* With a window end or steps, there is seldom room for the start. */}
      <span className={cx((window.length > 0 || earlierWindows > 0) && '@max-3xl:hidden')}>
        {` · accepted ${formatTime(delivery.createdAt)}`}
      </span>
      {window.map((words) => ` · ${words}`)}
      {scheduled > 0 && !isReadOnly && <NextAttempt at={delivery.nextAttemptAt} />}
    </>
  );
}

function EarlierHeading({ attempts }: { attempts: readonly Attempt[] }) {
  const [first, last] = [attempts[0], attempts.at(-1)];
  if (first === undefined || last === undefined) return null;
  const times =
    attempts.length === 1
      ? `at ${formatTime(first.startedAt)}`
      : `${formatTime(first.startedAt)} to ${formatTime(last.startedAt)}`;
  return (
    <>
      {attempts.length} · {times}
    </>
  );
}

/** Counts down in virtual time; a click fast-forwards to it. */
function NextAttempt({ at }: { at: number | null }) {
  const text = useReadNow((now) =>
    at === null || now === undefined || at <= now ? 'due now' : `next in ${formatSpan(at - now)}`,
  );
  return (
    <span className="ml-1 inline-flex items-center align-middle whitespace-nowrap">
      <IconButton
        icon={StepForward}
        size="small"
        label="Fast-forward to next attempt"
        onClick={() => runCommand('clock.next_attempt')}
        className="-my-1"
      />
      <IconButton
        icon={FastForward}
        size="small"
        label="Fast-forward until delivery finishes"
        shortcut="s"
        onClick={() => runCommand('delivery.finish')}
        className="-my-1 mr-1"
      />
      <SteadyText widest="next in 00 min 00 s">{text}</SteadyText>
    </span>
  );
}

const keys = { earlier: '[', later: ']' } as const;

interface WindowStepsProps {
  readonly shown: number;
  readonly count: number;
  readonly onShow: (number: number) => void;
}

/** Steps between the windows of a retried delivery. */
function WindowSteps({ shown, count, onShow }: WindowStepsProps) {
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
    <span className="-ml-1.5 mr-2.5 inline-flex items-center gap-0.5 align-bottom whitespace-nowrap">
      <IconButton
        icon={ChevronLeft}
        size="small"
        label="Earlier window"
        shortcut={keys.earlier}
        disabledReason={isFirst ? 'First window' : undefined}
        onClick={() => onShow(shown - 1)}
        className="-my-1"
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
        className="-my-1"
      />
    </span>
  );
}
