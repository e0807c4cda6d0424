import type { LucideIcon } from 'lucide-react';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import type { Detail as ShownDetail } from '#renderer/kit/data/details.ts';
import { detailPlaceholderMark, focusDetail, isFocusLost } from '#renderer/kit/keyboard/focus.ts';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';

interface DetailPaneProps<Detail extends { readonly id: number }> {
  readonly label: string;
  readonly detail: ShownDetail<Detail>;
  readonly icon: LucideIcon;
  /** Title of the empty state. */
  readonly nothingOpen: string;
  /** Closes one that isn't there. */
  readonly onClose?: () => void;
  /** False if the list is empty. */
  readonly hasRows: boolean;
  readonly children: (value: Detail) => ReactNode;
}

/** Moves the focus from one detail to the next. */
function useKeepFocusInDetail(valueId: number | undefined) {
  const pane = useRef<HTMLElement>(null);
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    const isPaneFocused = document.activeElement === pane.current;
    if (valueId !== undefined && isWithin.current && (isPaneFocused || isFocusLost()))
      focusDetail();
  }, [valueId]);
  return {
    ref: pane,
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // A removed element's focus goes nowhere.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
        isWithin.current = false;
    },
  };
}

/** The pane next to a list: the open item, or why there is none. */
export function DetailPane<Detail extends { readonly id: number }>({
  label,
  detail,
  icon,
  nothingOpen,
  hasRows,
  onClose,
  children,
}: DetailPaneProps<Detail>) {
  const { id, value, status, problem, reload } = detail;
  const focus = useKeepFocusInDetail(value?.id);
  return (
    <section
      {...focus}
      {...detailPlaceholderMark}
      aria-label={label}
      className="h-full min-h-0 min-w-0 bg-bg-0 outline-none"
    >
      {id === null ? (
        hasRows ? (
          <EmptyState icon={icon} title={nothingOpen}>
            Select a row, or press j or k.
          </EmptyState>
        ) : null
      ) : status === 'missing' ? (
        <EmptyState
          title={`${label} not found`}
          actions={onClose && <Button onClick={onClose}>Back to the list</Button>}
        >
          It may have been deleted.
        </EmptyState>
      ) : status === 'failed' ? (
        <ErrorState onRetry={reload}>{problem}</ErrorState>
      ) : value === null ? (
        <LateSpinner label="Loading" />
      ) : (
        // Keeps the previous one on screen while the next one loads, to avoid flicker.
        children(value)
      )}
    </section>
  );
}
