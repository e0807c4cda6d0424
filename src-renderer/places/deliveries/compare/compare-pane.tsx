import {
  ArrowLeft,
  ArrowLeftRight,
  ChevronLeft,
  ChevronRight,
  GitCompareArrows,
} from 'lucide-react';
import { useEffect, useMemo, useRef } from 'react';
import { ActionButton, type BoundAction, useActions } from '#renderer/kit/actions/actions.tsx';
import { useCopyDetail, useDelivery } from '#renderer/kit/data/details.ts';
import { detailMark, focusDetail } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { hasNavigated, useRoute } from '#renderer/kit/routing/route-store.ts';
import { codeOfResult } from '#renderer/requests/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { webhookName } from '#shared/deliveries/text.ts';
import { formatTime } from '#shared/kit/format.ts';
import { copyRoute } from '../copies/copy-route.ts';
import { attemptNumber } from '../detail/attempts.ts';
import { openRow } from '../use-deliveries-view.ts';
import {
  type Compared,
  inOrder,
  openComparison,
  refOfAttempt,
  type SideRef,
  sideText,
} from './compare-route.ts';
import { type Side, sideOf, stepProblem, stepped } from './comparison.ts';
import { ComparisonView } from './comparison-view.tsx';

interface SideHeadProps {
  readonly label: string;
  readonly side: Side;
  /** Shortcuts to the previous and next attempt. */
  readonly keys: readonly [string, string];
  readonly onChoose: (ref: SideRef | null) => void;
}

/** One side's title, with a choice of its attempts. */
function SideHead({ label, side, keys, onChoose }: SideHeadProps) {
  const { delivery, copy } = side;
  const route = useRoute((state) => state.route);
  const options = optionsOf(side);
  return (
    <section aria-label={`${label} side`} className="min-w-0">
      <p className="flex min-w-0 items-baseline gap-2 text-small">
        <span className="flex-none text-label font-medium text-fg-3">{label}</span>
        <span className="truncate text-fg-2">
          <RouteLink to={copyRoute(route, delivery.id, copy?.id ?? null)}>
            Delivery {delivery.id}
          </RouteLink>
          {`, ${delivery.label}`}
          <ArrowTo />
          {delivery.destinationName}
        </span>
      </p>
      <div className="mt-1 flex min-w-0 items-center gap-1">
        <Select
          aria-label={`Attempt on the ${label.toLowerCase()} side`}
          className="h-7 min-w-0 flex-1"
          value={options.chosen}
          onChange={(text) => onChoose(options.refs.get(text) ?? null)}
          options={options.list}
        />
        {([-1, 1] as const).map((steps) => (
          <IconButton
            key={steps}
            icon={steps === 1 ? ChevronRight : ChevronLeft}
            label={`${steps === 1 ? 'Later' : 'Earlier'} attempt on the ${label.toLowerCase()} side`}
            shortcut={keys[steps === 1 ? 1 : 0]}
            disabledReason={stepProblem(side, steps)}
            onClick={() => onChoose(stepped(side, steps))}
          />
        ))}
      </div>
    </section>
  );
}

interface Options {
  readonly chosen: string;
  readonly list: readonly SelectOption[];
  readonly refs: ReadonlyMap<string, SideRef>;
}

/** All attempts, and the copy or next request if that is shown. */
function optionsOf({ delivery, attempt, copy }: Side): Options {
  const attempts = inOrder(delivery).map((attempt) => {
    const ref = refOfAttempt(delivery, attempt);
    return {
      ref,
      option: {
        value: sideText(ref),
        label: `Attempt ${attemptNumber(delivery.attemptList, attempt)} to ${webhookName(attempt.url)}`,
        hint: formatTime(attempt.startedAt),
        mark: <StatusCode code={codeOfResult(attempt)} />,
      },
    };
  });
  const special = specialOf({ delivery, attempt, copy });
  const options = [...attempts, ...special];
  const selectedRef = special[0]?.ref ?? refOfAttempt(delivery, attempt);
  return {
    chosen: sideText(selectedRef),
    list: options.map(({ option }) => option),
    refs: new Map(options.map(({ ref }) => [sideText(ref), ref])),
  };
}

function specialOf({ delivery, attempt, copy }: Pick<Side, 'delivery' | 'attempt' | 'copy'>) {
  if (attempt !== null) return [];
  const ref: SideRef =
    copy === null
      ? { kind: 'delivery', deliveryId: delivery.id }
      : { kind: 'copy', deliveryId: delivery.id, copyId: copy.id };
  const label = copy === null ? 'Not sent yet' : `Copy ${copy.id}`;
  return [
    {
      ref,
      option: {
        value: sideText(ref),
        label,
        hint: copy === null ? undefined : formatTime(copy.sentAt),
        mark: <StatusCode code={copy?.status ?? null} />,
      },
    },
  ];
}

/** Two requests side by side, or why they can't be compared. */
export function ComparePane({ compared }: { compared: Compared | 'unreadable' }) {
  return (
    <section aria-label="Comparison" className="h-full min-h-0 min-w-0 bg-bg-0">
      {compared === 'unreadable' ? (
        <EmptyState icon={GitCompareArrows} title="Nothing to compare">
          Name two deliveries, such as compare/12.1/12.2.
        </EmptyState>
      ) : (
        <Sides compared={compared} />
      )}
    </section>
  );
}

interface Pair {
  readonly before: Side;
  readonly after: Side;
}

/** Keeps the previous pair on screen while the next one loads, to avoid flicker. */
function usePreviousPair(pair: Pair | null): Pair | null {
  const previousPair = useRef<Pair | null>(null);
  useEffect(() => {
    if (pair !== null) previousPair.current = pair;
  }, [pair]);
  return pair ?? previousPair.current;
}

function Sides({ compared }: { compared: Compared }) {
  const before = useSide(compared.before);
  const after = useSide(compared.after);
  const states = [before, after];
  const ready = before.status === 'ready' && after.status === 'ready';
  const pair = usePreviousPair(ready ? { before: before.side, after: after.side } : null);
  const failed = states.find((state) => state.status === 'failed');
  const [back] = useActions('Compare', [
    {
      id: 'compare.back',
      title: 'Back to delivery',
      shortcut: 'Escape',
      icon: ArrowLeft,
      run: () => {
        openRow(compared.after.deliveryId);
        requestAnimationFrame(focusDetail);
      },
    },
  ]);
  if (states.some(({ status }) => status === 'missing'))
    return (
      <EmptyState
        icon={GitCompareArrows}
        title="Delivery or attempt not found"
        actions={<ActionButton action={back} />}
      >
        One side isn't in this data folder.
      </EmptyState>
    );
  if (failed?.status === 'failed')
    return <ErrorState onRetry={failed.reload}>{failed.problem}</ErrorState>;
  if (pair === null) return <LateSpinner label="Loading comparison" />;
  return <Shown compared={compared} pair={pair} back={back} />;
}

interface ShownProps {
  readonly compared: Compared;
  readonly pair: Pair;
  readonly back: BoundAction;
}

function Shown({ compared, pair, back }: ShownProps) {
  useEffect(() => {
    // Focus without a ring when opened from a URL.
    if (hasNavigated()) focusDetail();
  }, []);
  const { before, after } = pair;
  const choose = (sideName: keyof Compared) => (ref: Compared['before'] | null) => {
    if (ref !== null) openComparison({ ...compared, [sideName]: ref }, 'replace');
  };
  const step = (sideName: keyof Compared, steps: 1 | -1, shortcut: string) => ({
    id: `compare.${sideName}.${steps}`,
    title: `${steps === 1 ? 'Later' : 'Earlier'} attempt on the ${sideName === 'before' ? 'first' : 'second'} side`,
    shortcut,
    problem: stepProblem(pair[sideName], steps),
    run: () => choose(sideName)(stepped(pair[sideName], steps)),
  });
  const [swap] = useActions('Compare', [
    {
      id: 'compare.swap',
      title: 'Swap sides',
      label: 'Swap',
      shortcut: 'x',
      icon: ArrowLeftRight,
      run: () => openComparison({ before: compared.after, after: compared.before }, 'replace'),
    },
    step('before', -1, '['),
    step('before', 1, ']'),
    step('after', -1, ','),
    step('after', 1, '.'),
  ]);
  return (
    <article
      {...detailMark}
      aria-label="Comparison"
      className="@container flex h-full min-h-0 flex-col overflow-y-auto"
    >
      <header className="flex-none border-b border-line bg-bg-1 px-4 py-3">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
          <h1 className="flex min-w-0 flex-1 basis-60 items-center gap-2 text-title font-[620] tracking-[-0.012em]">
            <GitCompareArrows size={16} strokeWidth={1.5} aria-hidden="true" />
            Comparison
          </h1>
          <div className="flex flex-wrap gap-1.5">
            <Button icon={ArrowLeft} shortcut="Escape" variant="quiet" onClick={back.run}>
              Back
            </Button>
            <ActionButton action={swap} />
          </div>
        </div>
        <div className="mt-2 grid gap-3 @lg:grid-cols-2">
          <SideHead label="First" side={before} keys={['[', ']']} onChoose={choose('before')} />
          <SideHead label="Second" side={after} keys={[',', '.']} onChoose={choose('after')} />
        </div>
      </header>
      <ComparisonView before={before} after={after} />
    </article>
  );
}

type SideState =
  | { readonly status: 'loading' }
  | { readonly status: 'missing' }
  | { readonly status: 'failed'; readonly problem: string | null; readonly reload: () => void }
  | { readonly status: 'ready'; readonly side: Side };

/** Loads one side of a comparison and reloads it on changes. */
function useSide(ref: SideRef): SideState {
  const copyId = ref.kind === 'copy' ? ref.copyId : null;
  const delivery = useDelivery(ref.deliveryId);
  const copy = useCopyDetail(copyId);
  const side = useMemo(() => {
    if (delivery.value?.id !== ref.deliveryId) return undefined;
    if (copyId !== null && copy.value?.id !== copyId) return undefined;
    return sideOf(ref, delivery.value, copy.value);
  }, [delivery.value, copy.value, ref, copyId]);
  for (const { id, status, problem, reload } of [delivery, copy]) {
    if (id !== null && status === 'missing') return { status };
    if (id !== null && status === 'failed') return { status, problem, reload };
  }
  if (side === undefined) return { status: 'loading' };
  return side === null ? { status: 'missing' } : { status: 'ready', side };
}
