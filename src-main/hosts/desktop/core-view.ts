/** The state of the core, for the page, the tray and updates. */
import type { CoreState, DesktopState } from '#shared/settings/desktop.ts';
import type { CoreStatus } from './core-messages.ts';

interface CoreViewOptions {
  /** Null while no core runs. */
  readonly showStatus: (status: CoreStatus | null) => void;
  /** What the page shows has changed. */
  readonly changed: () => void;
}

export function createCoreView({ showStatus, changed }: CoreViewOptions) {
  let core: CoreState = { kind: 'starting', waitsFor: 'keychain' };
  let crash: string | null = null;
  let status: CoreStatus | null = null;

  function become(next: CoreState): void {
    core = next;
    if (next.kind !== 'running') {
      status = null;
      showStatus(null);
    }
    changed();
  }

  return {
    get: (): Pick<DesktopState, 'core' | 'crash'> => ({ core, crash }),
    isBusy: (): boolean => status?.isBusy === true,
    become,
    statusChanged(next: CoreStatus): void {
      const hasChanged = next.isBusy !== (status?.isBusy === true);
      status = next;
      showStatus(next);
      if (hasChanged) changed();
    },
    crashed(cause: string, isRepeated: boolean): void {
      crash = cause.split('\n', 1)[0] ?? cause;
      become(isRepeated ? { kind: 'stopped' } : { kind: 'starting', waitsFor: 'data' });
    },
    dismissCrash(): void {
      crash = null;
    },
  };
}
