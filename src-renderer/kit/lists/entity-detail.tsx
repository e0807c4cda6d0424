import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Listing } from '#renderer/kit/data/listing.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { capitalized } from '#shared/kit/format.ts';

interface EntityDetailProps {
  readonly noun: string;
  readonly icon: LucideIcon;
  readonly status: Listing<unknown>['status'];
  readonly isReady?: boolean;
  readonly onNew: () => void;
  readonly children: ReactNode;
}

/** The pane next to the list: the selected entity, or why there is none. */
export function EntityDetail(props: EntityDetailProps) {
  const { noun, icon, status, isReady = true, onNew, children } = props;
  if (status === 'loading' || !isReady) return <LateSpinner label={`Loading ${noun}`} />;
  // The list shows the error and a retry button.
  if (status === 'failed') return <div className="h-full bg-bg-0" />;
  return (
    children ?? (
      <EmptyState
        icon={icon}
        title={`${capitalized(noun)} not found`}
        actions={<Button onClick={() => onNew()}>New {noun}</Button>}
      >
        It may have been deleted.
      </EmptyState>
    )
  );
}
