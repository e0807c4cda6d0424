/** Which of the clock's small panes is open; commands open them too. */
import { create } from 'zustand';

export type ClockPane = 'clock' | 'back';

export const useClockPane = create<{ readonly open: ClockPane | null }>()(() => ({ open: null }));

export function showPane(open: ClockPane | null): void {
  useClockPane.setState({ open });
}
