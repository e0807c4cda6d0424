import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The stylesheet follows the system by itself; only a choice against it is written on the root. */
function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

interface ThemeState {
  readonly theme: ThemeChoice;
}

/** The chosen look, remembered by this browser or window. */
export const useTheme = create<ThemeState>()(
  persist((): ThemeState => ({ theme: 'system' }), { name: 'hookwright.theme' }),
);

export function chooseTheme(theme: ThemeChoice): void {
  useTheme.setState({ theme });
}

/** Puts the choice on the page now and whenever it changes. */
export function followTheme(): () => void {
  applyTheme(useTheme.getState().theme);
  return useTheme.subscribe(({ theme }) => applyTheme(theme));
}
