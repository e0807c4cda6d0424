import { Check, TriangleAlert } from 'lucide-react';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { cx } from '#renderer/ui/cx.ts';
import { LedgerBar } from '#renderer/ui/ledger-bar.tsx';
import { stateTones } from '#renderer/ui/state-mark.tsx';
import type { DeliveryState } from '#shared/schemas/delivery.ts';

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

function Count({ count, word, first = false }: { count: number; word: string; first?: boolean }) {
  return (
    <span className={cx('whitespace-nowrap', !first && 'max-[1000px]:hidden')}>
      <b className="font-[560] text-fg">{count.toLocaleString('en')}</b> {word}
    </span>
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
      className="flex items-center gap-[3px] text-small text-ok"
    >
      <Check className="icon-small" strokeWidth={1.75} aria-hidden="true" />
      <span className="max-[1000px]:sr-only">balanced</span>
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
      <LedgerBar parts={parts} className="w-[150px] flex-none max-[1180px]:w-[90px]" />
      <Count count={ledger.accepted} word="accepted" first />
      <Count count={ledger.delivered} word="delivered" />
      <Balance balanced={ledger.balanced} />
    </section>
  );
}
