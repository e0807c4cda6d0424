import { create } from 'zustand';
import { core } from '#renderer/core-client/core.ts';
import type { System } from '#shared/schemas/system.ts';

interface SystemState {
  /** Null until the core has told it. */
  readonly system: System | null;
  /** How far the core's clock is ahead of this machine's, in milliseconds (D34). */
  readonly clockAheadMs: number;
}

export const useSystem = create<SystemState>()(() => ({ system: null, clockAheadMs: 0 }));

export async function loadSystem(): Promise<void> {
  try {
    const system = await core.system.get();
    useSystem.setState({ system, clockAheadMs: system.now - Date.now() });
  } catch {
    // Asked again with the next connection, whose state is on the screen.
  }
}

/** The time of the core's clock. */
export function coreNow(): number {
  return Date.now() + useSystem.getState().clockAheadMs;
}
