import { create } from 'zustand';

/** Which of the two overlays is open: one at a time. */
export const useOverlay = create<{ readonly open: 'palette' | 'shortcuts' | null }>()(() => ({
  open: null,
}));

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState({ open });
}
