import { create } from 'zustand';

/** At most one overlay is open. */
export const useOverlay = create<{
  readonly open: 'palette' | 'shortcuts' | null;
  /** How often one was opened: each time, it starts empty, also while the last one still fades out. */
  readonly openings: number;
  /** What is typed into the palette, also before its code has loaded. */
  readonly query: string;
  /** Whether Enter was pressed before that. */
  readonly isEntered: boolean;
}>()(() => ({ open: null, openings: 0, query: '', isEntered: false }));

export function showOverlay(open: 'palette' | 'shortcuts' | null): void {
  useOverlay.setState((current) =>
    open === null
      ? { open }
      : { open, openings: current.openings + 1, query: '', isEntered: false },
  );
}

export const setQuery = (query: string): void => useOverlay.setState({ query });
