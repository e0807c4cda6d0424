import { FastForward } from 'lucide-react';
import { useState } from 'react';
import { useWaitingCount } from '#renderer/components/waiting.ts';
import { collections, useItems } from '#renderer/data/collections.ts';
import {
  cancelSettle,
  type SettleTarget,
  startSettle,
  useSettle,
} from '#renderer/stores/settle-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { ProgressBar } from '#renderer/ui/progress-bar.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { waitingText } from './clock-labels.ts';
import { settleProgressText, settleShare, settleTitle } from './fast-forward-labels.ts';
import { clockShortcuts } from './use-clock-commands.ts';

const everything = 'everything';

/** Runs the rest of the ladder: of everything, or of what goes to one destination. */
export function SettleSection({ className }: { className: string }) {
  const isRunning = useSettle(({ status }) => status === 'running');
  return (
    <section aria-label="Fast-forward until settled" className={className}>
      {isRunning ? <Progress /> : <Choice />}
    </section>
  );
}

function Choice() {
  const [chosen, setChosen] = useState(everything);
  const destinations = useItems(collections.destinations);
  const waiting = useWaitingCount();
  const destination = destinations.find(({ id }) => id === chosen);
  const target: SettleTarget =
    destination === undefined
      ? { kind: 'everything' }
      : { kind: 'destination', id: destination.id, name: destination.name };
  return (
    <>
      <p className="text-small text-fg-2">
        <span className="text-fg tabular-nums">{waitingText(waiting)}.</span> Runs all retries;
        other due deliveries are sent too.
      </p>
      <div className="flex gap-2">
        <Select
          aria-label="What shall settle"
          className="min-w-0 flex-1"
          value={destination?.id ?? everything}
          onChange={setChosen}
          options={[
            { value: everything, label: 'Everything' },
            ...destinations.map(({ id, name }) => ({ value: id, label: `To ${name}` })),
          ]}
        />
        <Button
          icon={FastForward}
          shortcut={target.kind === 'everything' ? clockShortcuts.settle : undefined}
          disabledReason={waiting === 0 ? 'Nothing waits for an attempt' : undefined}
          onClick={() => void startSettle(target)}
        >
          Fast-forward until settled
        </Button>
      </div>
    </>
  );
}

function Progress() {
  const run = useSettle();
  const { progress } = run;
  return (
    <>
      <p className="truncate font-medium">{settleTitle(run.target)}</p>
      <ProgressBar label="Settled" value={progress === null ? 0 : settleShare(progress)} of={1} />
      <div className="flex items-center gap-2">
        <span className="min-w-0 flex-1 text-small text-fg-2 tabular-nums">
          {settleProgressText(run)}
        </span>
        <Button onClick={cancelSettle}>Stop</Button>
      </div>
    </>
  );
}
