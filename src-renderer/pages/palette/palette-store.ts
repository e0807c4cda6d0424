import { create } from 'zustand';

/** At most one overlay is open. */
export const useOverlay = create<{ readonly open: 'palette' | 'shortcuts' | null }>()(() => ({
  open: null,
}));

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState({ open });
}
