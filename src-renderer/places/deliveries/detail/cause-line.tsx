import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { fanOutEffects, fanOutLabels } from '#renderer/deliveries/delivery-labels.ts';
import { perform } from '#renderer/kit/actions/perform.ts';
import { collections, put, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Switch } from '#renderer/ui/toggles.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import { type Destination, type FanOut, webhooksOf } from '#shared/connections/destination.ts';
import { AttemptCode } from '#shared/deliveries/delivery.ts';
import type { CauseCode, DeliveryCause } from '#shared/deliveries/explain.ts';
import { counted } from '#shared/kit/format.ts';
import { useReadOnly } from '../use-deliveries-view.ts';

interface Look {
  readonly tone: 'info' | 'warn' | 'bad';
  /** Label of the link to the destination's settings, which replaces the fix. */
  readonly settings?: string;
}

type StateCode = Exclude<CauseCode, AttemptCode>;

/** A cause that belongs to no attempt: those stand at its response. */
type StateCause = DeliveryCause & { readonly code: StateCode };

export const isStateCause = (cause: DeliveryCause): cause is StateCause =>
  !AttemptCode.safeParse(cause.code).success;

const looks: Readonly<Record<StateCode, Look>> = {
  window_ended: { tone: 'bad' },
  attempts_used: { tone: 'bad' },
  not_retryable: { tone: 'bad' },
  endpoint_disabled: { tone: 'bad' },
  gave_up: { tone: 'bad' },
  filtered: { tone: 'info', settings: 'Edit filter' },
  payload_required: { tone: 'info', settings: 'Change profile' },
  excluded: { tone: 'info' },
  unrouted: { tone: 'info' },
  destination: { tone: 'info', settings: 'Open destination' },
  no_webhook: { tone: 'warn', settings: 'Add a URL' },
  cancelled: { tone: 'info' },
  user_deleted: { tone: 'info' },
  deletion: { tone: 'warn' },
  skipped: { tone: 'warn' },
  number_precision: { tone: 'warn' },
};

function shownAs({ code, message, fix }: StateCause): Look & { readonly text: string } {
  const look = looks[code];
  const isFixShown = look.settings === undefined && fix !== null;
  return { ...look, text: isFixShown ? `${message} ${fix}` : message };
}

interface CauseLineProps {
  readonly cause: StateCause;
  readonly destinationId: string;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert };

/** One sentence of explanation, not an alarm. What a row of the timeline says is only offered to be changed. */
export function CauseLine({ cause, destinationId }: CauseLineProps) {
  const { tone, text, settings } = shownAs(cause);
  const Icon = icons[tone];
  const isReadOnly = useReadOnly();
  if (cause.code === 'skipped')
    return isReadOnly ? null : <FanOutSwitch destinationId={destinationId} />;
  return (
    <div className="flex items-start gap-2 text-small text-fg-2">
      <Icon
        className={cx('icon-small mt-0.5', toneText[tone])}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      <div className="min-w-0 [overflow-wrap:anywhere]">
        <p>
          {text}{' '}
          {settings !== undefined && !isReadOnly && (
            <RouteLink
              to={{ page: 'connections', path: ['destinations', destinationId] }}
              className="underline"
            >
              {settings}
            </RouteLink>
          )}
        </p>
      </div>
    </div>
  );
}

/** Effects of the two settings. */
const meanings: Record<FanOut, string> = {
  any: 'Retries each URL. Retry this delivery to apply it.',
  each: 'Retry this delivery to reach the other URLs.',
};

function change({ id, name, fanOut }: Destination, next: FanOut): Promise<boolean> {
  const set = async (value: FanOut): Promise<void> =>
    put(collections.destinations, await core.destinations.update({ id, fanOut: value }));
  return perform("Can't change the destination", async () => {
    await set(next);
    return {
      title: `${name}, done when: ${fanOutLabels[next]}`,
      description: fanOutEffects[next],
      undo: { failure: `Can't undo the change to ${name}`, run: () => set(fanOut) },
    };
  });
}

/** Fan-out to each URL (D24), shown where its absence lost an event. */
function FanOutSwitch({ destinationId }: { destinationId: string }) {
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  const [isBusy, setBusy] = useState(false);
  // A deleted destination has no settings.
  if (destination === undefined) return null;
  const count = webhooksOf(destination).length;
  const changeFanOut = async (toEach: boolean): Promise<void> => {
    setBusy(true);
    await change(destination, toEach ? 'each' : 'any');
    setBusy(false);
  };
  return (
    <Switch
      checked={destination.fanOut === 'each'}
      disabled={isBusy}
      onChange={(toEach) => void changeFanOut(toEach)}
      label={`"${destination.name}" is done when every URL accepts (${counted(count, 'URL')})`}
      hint={meanings[destination.fanOut]}
    />
  );
}
