/** Whether the clock's pane is open; a command can open it, too. */
import { create } from 'zustand';

export const useClockPane = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }));

export function showPane(isOpen: boolean): void {
  useClockPane.setState({ isOpen });
}
