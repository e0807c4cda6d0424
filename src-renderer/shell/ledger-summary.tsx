import { Check, TriangleAlert } from 'lucide-react';
import { useDelayedTrue } from '#renderer/components/use-delayed-true.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import { hasFailures, troublesOf, wantedDeliveries } from './ledger-labels.ts';
import { Troubles } from './troubles.tsx';

/** From what is done to what is still open to what went wrong, so that the eye reads left to right. */
const order = [
  'delivered',
  'sending',
  'retrying',
  'pending',
  'paused',
  'exhausted',
  'refused',
  'cancelled',
  'filtered',
  'excluded',
] as const satisfies readonly DeliveryState[];

/** Messages that are sent at once are not said to wait. */
const patienceMs = 1_500;

const number = (count: number) => (
  <b className="font-[560] text-fg">{count.toLocaleString('en')}</b>
);

function Balance({ balanced }: { balanced: boolean }) {
  if (!balanced) {
    return (
      <span className="flex items-center gap-1 font-medium text-bad">
        <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
        Not all accounted for
      </span>
    );
  }
  return (
    <span
      title="Every accepted message is accounted for"
      className="flex flex-none items-center gap-[3px] text-small text-ok"
    >
      <Check className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      <span className="max-[1600px]:sr-only">All accounted for</span>
    </span>
  );
}

/** "Is all well?", answered before anyone clicks. */
export function LedgerSummary() {
  const ledger = useLedger((state) => state.ledger);
  const isWaiting = ledger !== null && ledger.pending + ledger.paused > 0;
  const withWaiting = useDelayedTrue(isWaiting, patienceMs);
  if (ledger === null) return <span className="flex-1" />;
  const troubles = troublesOf(ledger, withWaiting);
  const parts = order.map((state) => ({
    label: state,
    count: ledger[state],
    tone: stateTones[state],
  }));
  return (
    <section
      aria-label="Ledger"
      className="ml-1 flex min-w-0 flex-1 items-center gap-2.5 overflow-hidden text-fg-2 tabular-nums"
    >
      <LedgerBar
        parts={parts}
        className="w-[150px] flex-none max-[1600px]:w-[90px] max-[1000px]:w-[48px]"
      />
      <span className="flex-none whitespace-nowrap max-[1500px]:hidden">
        {number(ledger.accepted)} {ledger.accepted === 1 ? 'message' : 'messages'}
      </span>
      <span className="flex-none whitespace-nowrap max-[820px]:hidden">
        {number(ledger.delivered)} of {wantedDeliveries(ledger).toLocaleString('en')}{' '}
        <span className="max-[1000px]:sr-only">delivered</span>
      </span>
      {(!ledger.balanced || !hasFailures(ledger)) && <Balance balanced={ledger.balanced} />}
      {troubles.length > 0 && <Troubles troubles={troubles} />}
    </section>
  );
}
