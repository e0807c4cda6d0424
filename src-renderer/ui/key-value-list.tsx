import { Check, Copy } from 'lucide-react';
import type { ReactNode } from 'react';
import { useCopy } from './copy-button.tsx';
import { cx } from './cx.ts';

export interface KeyValue {
  key: string;
  value: string;
  /** Rendered instead of the plain value, which is still what gets copied. */
  shown?: ReactNode;
  /** A note below the value. */
  note?: ReactNode;
}

export interface KeyValueListProps {
  /** Accessible name of the list. */
  label: string;
  items: readonly KeyValue[];
  /** Key column width in pixels. */
  keyWidth?: number | undefined;
  /** One line each, without rules between them; long values are cut. */
  compact?: boolean | undefined;
}

/** Names and values, such as headers. A click copies a value. */
export function KeyValueList({ label, items, keyWidth = 128, compact = false }: KeyValueListProps) {
  return (
    <dl
      aria-label={label}
      className={cx('bytes @container', compact ? 'py-1.5' : 'divide-y divide-line/60')}
    >
      {numbered(items).map(({ item, id }) => (
        <div key={id} className={cx('flex min-w-0', !compact && '@max-xs:flex-col')}>
          <dt
            className={cx(
              'flex-none pr-2 pl-3 text-fg-2',
              compact
                ? 'truncate py-0.5'
                : // A label next to the value wouldn't fit.
                  'py-1.25 [overflow-wrap:anywhere] @max-xs:w-full! @max-xs:pb-0',
            )}
            title={compact ? item.key : undefined}
            style={{ width: `min(${keyWidth}px, 40%)` }}
          >
            {item.key}
          </dt>
          <dd className={cx('min-w-0 flex-1', !compact && '@max-xs:pl-1.5')}>
            <CopyableValue item={item} compact={compact} />
            {item.note && (
              <div className="px-1.5 pb-1 font-sans text-small tracking-normal text-fg-2">
                {item.note}
              </div>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** Header names may repeat, so a count makes them unique. */
function numbered(items: readonly KeyValue[]): { item: KeyValue; id: string }[] {
  const seen = new Map<string, number>();
  return items.map((item) => {
    const count = (seen.get(item.key) ?? 0) + 1;
    seen.set(item.key, count);
    return { item, id: `${item.key}#${count}` };
  });
}

function CopyableValue({ item, compact }: { item: KeyValue; compact: boolean }) {
  const [state, copy] = useCopy();
  const Icon = state === 'copied' ? Check : Copy;
  return (
    <button
      type="button"
      aria-label={`Copy ${item.key}: ${item.value}`}
      onClick={() => copy(item.value)}
      title={compact ? item.value : undefined}
      className={cx(
        'group relative block w-full min-w-0 px-1.5 text-left -outline-offset-2 hover:bg-bg-2',
        compact ? 'py-0.5' : 'py-1.25',
      )}
    >
      <span className={cx('block', compact ? 'truncate' : '[overflow-wrap:anywhere]')}>
        {item.shown ?? item.value}
      </span>
      {/* Overlaps the end of the value on hover, so bytes get all the room. */}
      <span
        aria-hidden="true"
        className={cx(
          'absolute top-1/2 right-1 -translate-y-1/2 rounded-chip bg-bg-2 p-1',
          state === 'copied'
            ? 'text-ok'
            : 'text-fg-3 opacity-0 group-hover:opacity-100 group-focus-visible:opacity-100',
        )}
      >
        <Icon className="icon-small" strokeWidth={1.5} />
      </span>
      <span role="status" className="sr-only">
        {state === 'copied' ? 'Copied' : state === 'failed' ? "Can't copy" : ''}
      </span>
    </button>
  );
}
