import { cx } from './cx.ts';

export type MarkedType = 'track' | 'identify' | 'page' | 'screen' | 'group' | 'alias' | 'delete';

const squares: Record<MarkedType, string> = {
  track: 'bg-type-track',
  identify: 'bg-type-identify',
  page: 'bg-type-page',
  screen: 'bg-type-screen',
  group: 'bg-type-group',
  alias: 'bg-type-alias',
  delete: 'bg-type-delete',
};

/** An event's type: its word, with a square by which the eye finds its like in a long list. */
export function TypeMark({ type }: { type: MarkedType }) {
  return (
    <span className="bytes inline-flex items-center gap-1.5 text-label font-medium text-fg-2">
      <span
        aria-hidden="true"
        data-keep-colour
        className={cx('size-1.5 flex-none rounded-[2px]', squares[type])}
      />
      {type}
    </span>
  );
}
