import { create } from 'zustand';
import { persist } from 'zustand/middleware';

export type ThemeChoice = 'system' | 'light' | 'dark';

/** The stylesheet follows the system; the root element carries only a different choice. */
function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}

interface ThemeState {
  readonly theme: ThemeChoice;
}

/** The chosen theme, stored by this browser or window. */
export const useTheme = create<ThemeState>()(
  persist((): ThemeState => ({ theme: 'system' }), { name: 'hookwright.theme' }),
);

export function chooseTheme(theme: ThemeChoice): void {
  useTheme.setState({ theme });
}

/** Applies the choice to the page now and on every change. */
export function followTheme(): () => void {
  applyTheme(useTheme.getState().theme);
  return useTheme.subscribe(({ theme }) => applyTheme(theme));
}
