import { create } from 'zustand';

/** At most one overlay is open. */
export const useOverlay = create<{
  readonly open: 'palette' | 'shortcuts' | null;
  /** How often one was opened: each time, it starts empty, also while the last one still fades out. */
  readonly openings: number;
}>()(() => ({ open: null, openings: 0 }));

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState(({ openings }) => ({
    open,
    openings: open === null ? openings : openings + 1,
  }));
}
