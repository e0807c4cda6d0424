/** What the user chose to look at in a detail; kept while moving from row to row. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type DetailTab = 'request' | 'response' | 'message';
export type BodyLook = 'tree' | 'text' | 'bytes';

interface ViewChoices {
  readonly tab: DetailTab;
  readonly bodyLook: BodyLook;
}

export const useViewChoices = create<ViewChoices>()(
  persist((): ViewChoices => ({ tab: 'request', bodyLook: 'tree' }), {
    name: 'hookwright.inspector',
  }),
);

export function chooseTab(tab: DetailTab): void {
  useViewChoices.setState({ tab });
}

export function chooseBodyLook(bodyLook: BodyLook): void {
  useViewChoices.setState({ bodyLook });
}
