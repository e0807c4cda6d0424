import { cx } from '#renderer/ui/cx.ts';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { HeadersCompared } from './header-differences.ts';

interface SameHeadersProps {
  readonly headers: HeadersCompared;
  /** Whether something stands above it. */
  readonly apart: boolean;
}

/** What is in both, folded, and whether it stands in another order. */
export function SameHeaders({ headers: { same, reordered }, apart }: SameHeadersProps) {
  return (
    <div className={cx('text-small text-fg-2', apart && 'border-t border-line')}>
      {reordered && (
        <p className="px-3 pt-2">
          The headers stand in another order; receivers take no notice of it.
        </p>
      )}
      {same.length === 0 ? (
        <p className="px-3 py-2">No header is the same.</p>
      ) : (
        <details className="group">
          <summary className="cursor-default rounded-control px-3 py-2 outline-offset-[-2px] hover:text-fg">
            {same.length === 1 ? '1 header is' : `${same.length} headers are`} the same
          </summary>
          <KeyValueList
            label="Headers that are the same"
            keyWidth={132}
            items={same.map(([key, value]) => ({ key, value }))}
          />
        </details>
      )}
    </div>
  );
}
