/** What the user chose to look at in a detail; kept while moving from row to row. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type DetailTab = 'request' | 'response' | 'message' | 'resends';

interface ViewChoices {
  readonly tab: DetailTab;
}

export const useViewChoices = create<ViewChoices>()(
  persist((): ViewChoices => ({ tab: 'request' }), {
    name: 'hookwright.inspector',
  }),
);

export function chooseTab(tab: DetailTab): void {
  useViewChoices.setState({ tab });
}
