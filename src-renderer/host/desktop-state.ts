/** State of the desktop app; null in a browser, and until it is known. */
import { create } from 'zustand';
import { chooseTheme, useTheme } from '#renderer/styles/theme.ts';
import type { DesktopState } from '#shared/schemas/desktop.ts';
import { host } from './host.ts';

const useState = create<{ readonly state: DesktopState | null }>()(() => ({ state: null }));

export const useDesktopState = (): DesktopState | null => useState(({ state }) => state);

export function followDesktopState(): void {
  host.desktop?.subscribe((state) => {
    useState.setState({ state });
    chooseTheme(state.settings.theme);
  });
  // The title bar and menus follow it too.
  useTheme.subscribe(({ theme }) => {
    const { state } = useState.getState();
    if (state !== null && state.settings.theme !== theme) host.desktop?.change({ theme });
  });
}
