import type { LucideIcon } from 'lucide-react';
import { type FocusEvent, type ReactNode, useLayoutEffect, useRef } from 'react';
import { detailPlaceMark, focusDetail, isFocusLost } from '#renderer/components/focus.ts';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import type { Detail as ShownDetail } from '#renderer/data/details.ts';
import { EmptyState, ErrorState } from '#renderer/ui/content-states.tsx';

interface DetailPaneProps<Detail extends { readonly id: number }> {
  readonly label: string;
  readonly detail: ShownDetail<Detail>;
  readonly icon: LucideIcon;
  /** What to choose, as a title. */
  readonly nothingOpen: string;
  /** False while there is nothing to choose from. */
  readonly hasRows: boolean;
  /** Why there is nothing to choose from, where the list beside it does not say all of it. */
  readonly noRows?: ReactNode;
  readonly children: (value: Detail) => ReactNode;
}

/** The focus that one detail has, or its place before it, goes on to the next one. */
function useFocusGoesOn(valueId: number | undefined) {
  const place = useRef<HTMLElement>(null);
  const isWithin = useRef(false);
  useLayoutEffect(() => {
    const isInPlace = document.activeElement === place.current;
    if (valueId !== undefined && isWithin.current && (isInPlace || isFocusLost())) focusDetail();
  }, [valueId]);
  return {
    ref: place,
    onFocus: () => {
      isWithin.current = true;
    },
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      // Where it has gone elsewhere; nowhere is where it goes with an element that is taken away.
      if (relatedTarget !== null && !currentTarget.contains(relatedTarget))
        isWithin.current = false;
    },
  };
}

/** The pane beside a list: what is open in it, or why nothing is shown. */
export function DetailPane<Detail extends { readonly id: number }>({
  label,
  detail,
  icon,
  nothingOpen,
  hasRows,
  noRows = null,
  children,
}: DetailPaneProps<Detail>) {
  const { id, value, status, problem, reload } = detail;
  const focus = useFocusGoesOn(value?.id);
  return (
    <section
      {...focus}
      {...detailPlaceMark}
      aria-label={label}
      className="h-full min-h-0 min-w-0 bg-bg-0 outline-none"
    >
      {id === null ? (
        hasRows ? (
          <EmptyState icon={icon} title={nothingOpen}>
            Choose a row in the list, or move with j and k.
          </EmptyState>
        ) : (
          noRows
        )
      ) : status === 'missing' ? (
        <EmptyState title="It is not there">
          Number {id} does not exist in this data folder. It may belong to another one.
        </EmptyState>
      ) : status === 'failed' ? (
        <ErrorState title="It could not be read" onRetry={reload}>
          {problem}
        </ErrorState>
      ) : value === null ? (
        <LateSpinner label="Reading" />
      ) : (
        // The one before stays until the new one is here: without a gap there is nothing to flicker.
        children(value)
      )}
    </section>
  );
}
