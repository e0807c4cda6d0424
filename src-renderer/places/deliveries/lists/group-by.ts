/** How the list of deliveries is grouped. The user's choice is remembered. */
import { create } from 'zustand';
import { remembered } from '#renderer/ui/remembered.ts';

export const groupings = ['cause', 'event', 'none'] as const;
export type Grouping = (typeof groupings)[number];

const key = 'deliveries.group-by';

/** Null until the user chooses: by cause while anything fails. */
export const useGroupBy = create<{ readonly chosen: Grouping | null }>()(() => ({
  chosen: groupings.find((grouping) => grouping === remembered.getItem(key)) ?? null,
}));

export function setGroupBy(chosen: Grouping): void {
  remembered.setItem(key, chosen);
  useGroupBy.setState({ chosen });
}
