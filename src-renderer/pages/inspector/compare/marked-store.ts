/** What was marked to be compared with something else; kept while moving from page to page. */
import { create } from 'zustand';
import { type SideRef, sameSide } from './compare-route.ts';

export interface Marked {
  readonly ref: SideRef;
  /** What it is called in the bar: "Order Completed, attempt 3". */
  readonly name: string;
}

export const useMarked = create<{ readonly marked: Marked | null }>()(() => ({ marked: null }));

export function unmark(): void {
  useMarked.setState({ marked: null });
}

/** Marks it; what is marked already is unmarked. */
export function toggleMark(one: Marked): void {
  const { marked } = useMarked.getState();
  if (marked !== null && sameSide(marked.ref, one.ref)) unmark();
  else useMarked.setState({ marked: one });
}
