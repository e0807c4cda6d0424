/** How the user likes to look at bodies; kept while moving from row to row, and from page to page. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type BodyLook = 'tree' | 'text' | 'bytes';

export const useBodyLook = create<{ readonly look: BodyLook }>()(
  persist((): { readonly look: BodyLook } => ({ look: 'tree' }), { name: 'hookwright.body-look' }),
);

export function chooseBodyLook(look: BodyLook): void {
  useBodyLook.setState({ look });
}
