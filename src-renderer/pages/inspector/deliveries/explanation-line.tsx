import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import { perform } from '#renderer/actions/perform.ts';
import { fanOutEffects, fanOutLabels } from '#renderer/components/delivery-labels.ts';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { collections, put, useItems } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { cx } from '#renderer/ui/cx.ts';
import { Switch } from '#renderer/ui/toggles.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import { type Destination, type FanOut, webhooksOf } from '#shared/connections/destination.ts';
import { counted } from '#shared/kit/format.ts';
import { useReadOnly } from '../use-inspector-view.ts';
import type { Explanation } from './explanations.ts';

interface ExplanationLineProps {
  readonly explanation: Explanation;
  readonly destinationId: string;
}

const icons = { info: Info, warn: TriangleAlert, bad: CircleAlert };

/** One sentence of explanation, not an alarm. */
export function ExplanationLine({ explanation, destinationId }: ExplanationLineProps) {
  const { tone, text, settings, offersEachUrl = false } = explanation;
  const Icon = icons[tone];
  const isReadOnly = useReadOnly();
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
            <RouteLink to={{ page: 'destinations', path: [destinationId] }} className="underline">
              {settings}
            </RouteLink>
          )}
        </p>
        {offersEachUrl && !isReadOnly && (
          <div className="mt-1.5 text-fg">
            <FanOutSwitch destinationId={destinationId} />
          </div>
        )}
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
