import { create } from 'zustand';
import { core } from '#renderer/data/core.ts';
import type { System } from '#shared/schemas/system.ts';

interface SystemState {
  /** Null until the core has told it. */
  readonly system: System | null;
}

export const useSystem = create<SystemState>()(() => ({ system: null }));

export async function loadSystem(): Promise<void> {
  try {
    useSystem.setState({ system: await core.system.get() });
  } catch {
    // Asked again with the next connection, whose state is on the screen.
  }
}
