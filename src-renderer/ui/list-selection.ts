import { useRef } from 'react';
import { isApplePlatform } from '#renderer/kit/keyboard/shortcut.ts';

/** Several rows that are selected, besides the one that is open. */
export interface RowSelection<Row> {
  /** Then the open row is the selected one. */
  readonly isEmpty: boolean;
  readonly has: (row: Row) => boolean;
  /** Selects these too; none of them if all are selected. */
  readonly toggle: (rows: readonly Row[]) => void;
  /** Selects exactly these. */
  readonly set: (rows: readonly Row[]) => void;
}

/** As on an event of the pointer. */
export interface Press {
  readonly button: number;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
}

interface SelectableRows<Row> {
  readonly selection: RowSelection<Row> | undefined;
  /** That can be selected, in order. */
  readonly rows: () => readonly Row[];
  readonly keyOf: (row: Row) => string;
  readonly openKey: string | null;
}

/** What presses and keys select in a list. */
export function useRowSelection<Row>(list: SelectableRows<Row>) {
  const latest = useRef(list);
  latest.current = list;
  /** Where a range started. */
  const anchor = useRef<string | null>(null);
  /** Selects from the row that was open to this one. Call it before that one opens. */
  const extendTo = (row: Row): void => {
    const { selection, rows, keyOf, openKey } = latest.current;
    const all = rows();
    anchor.current ??= openKey ?? keyOf(row);
    const to = all.findIndex((one) => keyOf(one) === keyOf(row));
    const found = all.findIndex((one) => keyOf(one) === anchor.current);
    const from = found < 0 ? to : found;
    selection?.set(all.slice(Math.min(from, to), Math.max(from, to) + 1));
  };
  return {
    extendTo,
    isSelected(row: Row): boolean {
      const { selection, keyOf, openKey } = list;
      return selection === undefined || selection.isEmpty
        ? keyOf(row) === openKey
        : selection.has(row);
    },
    /** Keys that only move keep what is selected. */
    endRange(): void {
      anchor.current = null;
    },
    toggle: (row: Row): void => latest.current.selection?.toggle([row]),
    selectAll: (): void => latest.current.selection?.set(latest.current.rows()),
    press(row: Row, { button, ctrlKey, metaKey, shiftKey }: Press): void {
      const { selection, rows, keyOf, openKey } = latest.current;
      if (selection === undefined) return;
      if (shiftKey) {
        extendTo(row);
        return;
      }
      const key = keyOf(row);
      const isToggled = isApplePlatform() ? metaKey : ctrlKey;
      anchor.current = isToggled ? key : null;
      if (isToggled) {
        // The open row was the selected one.
        const open = rows().filter((one) => keyOf(one) === openKey && openKey !== key);
        selection.toggle(selection.isEmpty ? [...open, row] : [row]);
      } else if (!selection.isEmpty && !(button === 2 && selection.has(row))) selection.set([]);
    },
  };
}
