export type ThemeChoice = 'system' | 'light' | 'dark';

/** The stylesheet follows the system by itself; only a choice against it is written on the root. */
export function applyTheme(choice: ThemeChoice): void {
  if (choice === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = choice;
}
