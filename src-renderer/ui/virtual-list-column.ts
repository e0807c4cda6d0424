import type { ReactNode } from 'react';

export interface VirtualListColumn<Row> {
  id: string;
  /** Names the column, also where `headingHidden` keeps it from being drawn. */
  heading: string;
  headingHidden?: boolean | undefined;
  /** A track of CSS grid: `66px`, `minmax(0,1fr)`. */
  width: string;
  align?: 'start' | 'end' | undefined;
  /** Left out of a list that is narrower than this, in pixels: what matters more has the room. */
  hideBelow?: number | undefined;
  /** Words and marks only: rows are options, which may hold no buttons. */
  cell: (row: Row) => ReactNode;
}
