import { Check, TriangleAlert } from 'lucide-react';
import { useLasting } from '#renderer/parts/use-lasting.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import { toneText } from '#renderer/ui/tone.ts';
import type { DeliveryState } from '#shared/schemas/delivery.ts';
import type { Ledger } from '#shared/schemas/ledger.ts';
import { troublesOf, wantedDeliveries } from './ledger-words.ts';

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

/**
 * Last in the row, where there is room: what comes and goes here moves nothing else. What finds none
 * goes whole, the gravest last, into a line below that is not seen; the bar's title tells all.
 */
function Troubles({ ledger }: { ledger: Ledger }) {
  const withWaiting = useLasting(ledger.pending + ledger.paused > 0, patienceMs);
  const troubles = troublesOf(ledger, withWaiting);
  if (troubles.length === 0) return null;
  return (
    <ul
      aria-label="Not delivered"
      className="-ml-2.5 flex h-5 min-w-0 flex-wrap gap-x-2.5 overflow-hidden before:h-5 before:w-0"
    >
      {troubles.map(({ word, count, tone }) => (
        <li key={word} className={cx('font-medium whitespace-nowrap', toneText[tone])}>
          {count.toLocaleString('en')} {word}
        </li>
      ))}
    </ul>
  );
}

function Balance({ balanced }: { balanced: boolean }) {
  if (!balanced) {
    return (
      <span className="flex items-center gap-1 font-medium text-bad">
        <TriangleAlert className="icon-small" strokeWidth={1.5} aria-hidden="true" />
        not balanced
      </span>
    );
  }
  return (
    <span
      title="Every accepted message is accounted for, once for each connected destination"
      className="flex flex-none items-center gap-[3px] text-small text-ok"
    >
      <Check className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      <span className="max-[1600px]:sr-only">balanced</span>
    </span>
  );
}

/** "Is all well?", answered before anyone clicks. */
export function LedgerSummary() {
  const ledger = useLedger((state) => state.ledger);
  if (ledger === null) return null;
  const parts = order.map((state) => ({
    label: state,
    count: ledger[state],
    tone: stateTones[state],
  }));
  return (
    <section
      aria-label="Ledger"
      className="ml-1 flex min-w-0 items-center gap-2.5 overflow-hidden text-fg-2 tabular-nums"
    >
      <LedgerBar
        parts={parts}
        className="w-[150px] flex-none max-[1600px]:w-[90px] max-[1000px]:w-[48px]"
      />
      <span className="flex-none whitespace-nowrap max-[1180px]:hidden">
        {number(ledger.accepted)} {ledger.accepted === 1 ? 'message' : 'messages'}
      </span>
      <span className="flex-none whitespace-nowrap max-[820px]:hidden">
        {number(ledger.delivered)} of {wantedDeliveries(ledger).toLocaleString('en')}{' '}
        <span className="max-[1000px]:sr-only">delivered</span>
      </span>
      <Balance balanced={ledger.balanced} />
      <Troubles ledger={ledger} />
    </section>
  );
}
