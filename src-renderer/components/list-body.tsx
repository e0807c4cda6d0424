import type { ReactNode } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import type { PagedList } from '#renderer/stores/paged-list.ts';
import { ErrorState } from '#renderer/ui/content-states.tsx';

interface ListBodyProps {
  readonly status: PagedList<never>['status'];
  readonly problem: string | null;
  readonly isEmpty: boolean;
  readonly empty: ReactNode;
  /** Instead of the problem and another try, where that cannot help. */
  readonly failure?: ReactNode;
  readonly onRetry: () => void;
  readonly children: ReactNode;
}

/** Rows as long as there are any; else why there are none. */
export function ListBody({
  status,
  problem,
  isEmpty,
  empty,
  failure,
  onRetry,
  children,
}: ListBodyProps) {
  return (
    <div className="min-h-0 flex-1">
      {!isEmpty ? (
        children
      ) : status === 'failed' ? (
        (failure ?? (
          <ErrorState title="The list could not be read" onRetry={onRetry}>
            {problem}
          </ErrorState>
        ))
      ) : status === 'ready' ? (
        empty
      ) : (
        <LateSpinner label="Reading the list" />
      )}
    </div>
  );
}
