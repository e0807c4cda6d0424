import { ChevronLeft, ChevronRight } from 'lucide-react';
import { webhookName } from '#renderer/components/delivery-labels.ts';
import { codeOfResult } from '#renderer/components/no-status.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useRoute } from '#renderer/stores/route-store.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { ArrowTo } from '#renderer/ui/inline-text.tsx';
import { Select, type SelectOption } from '#renderer/ui/select.tsx';
import { formatTime } from '#shared/lib/format.ts';
import { copyRoute } from '../copies/copy-route.ts';
import { attemptNumber } from '../deliveries/attempts.ts';
import { inOrder, refOfAttempt, type SideRef, sideText } from './compare-route.ts';
import { type Side, stepProblem, stepped } from './side.ts';

interface SideHeadProps {
  readonly label: string;
  readonly side: Side;
  /** Shortcuts to the previous and next attempt. */
  readonly keys: readonly [string, string];
  readonly onChoose: (ref: SideRef | null) => void;
}

/** One side's title, with a choice of its attempts. */
export function SideHead({ label, side, keys, onChoose }: SideHeadProps) {
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
