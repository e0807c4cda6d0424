import { cx } from './cx.ts';

export type TimelineMarkKind =
  | 'failed'
  | 'silent'
  | 'broken'
  | 'delivered'
  | 'refused'
  | 'sending'
  | 'planned';

/** The legend's words, in the order in which it lists them. */
export const markLabels: Record<TimelineMarkKind, string> = {
  delivered: 'delivered',
  failed: '5xx',
  silent: 'no answer in time',
  broken: 'connection failed',
  refused: 'refused',
  sending: 'sending',
  planned: 'planned',
};

const looks: Record<TimelineMarkKind, string> = {
  failed: 'size-[11px] rounded-[3px] bg-bad',
  silent:
    'size-[11px] rounded-[3px] bg-[repeating-linear-gradient(135deg,var(--wait)_0_2px,color-mix(in_oklch,var(--wait)_35%,var(--bg-1))_2px_4px)]',
  broken: 'size-[10px] rotate-45 rounded-[2px] border-2 border-bad bg-bg-1',
  delivered: 'size-[11px] rounded-full bg-ok',
  refused: 'size-[11px] rounded-t-[2px] rounded-b-[6px] bg-ref',
  sending: 'size-[11px] rounded-full border-2 border-info bg-bg-1',
  planned: 'size-[9px] rounded-full border-[1.5px] border-fg-3 bg-bg-1',
};

/** What an attempt came to, as a shape. Solid is what happened, hollow what is still to come. */
export function TimelineMarkShape({ kind }: { kind: TimelineMarkKind }) {
  return (
    <span
      aria-hidden="true"
      data-keep-colour
      className={cx(
        'block flex-none',
        looks[kind],
        kind !== 'planned' && 'shadow-[0_0_0_2px_var(--bg-1)]',
      )}
    />
  );
}
