import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { Settings } from '#shared/schemas/settings.ts';
import { loadSystem } from './system-store.ts';

interface SettingsState {
  /** Null until the core has told it. */
  readonly settings: Settings | null;
}

export const useSettings = create<SettingsState>()(() => ({ settings: null }));

export async function loadSettings(): Promise<void> {
  try {
    useSettings.setState({ settings: await core.settings.get() });
  } catch {
    // Asked again with the next connection, whose state is on the screen.
  }
}

/** Addresses may have changed with the settings. */
export function showSettings(settings: Settings): void {
  useSettings.setState({ settings });
  void loadSystem();
}
