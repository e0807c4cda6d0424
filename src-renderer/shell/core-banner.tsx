/** In the desktop app: what the page waits for, and why the core was restarted. */
import { useDesktopState } from '#renderer/host/desktop-state.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { CoreState } from '#shared/schemas/desktop.ts';

const waitTexts = {
  keychain: "Waiting for the system's keychain…",
  data: 'Opening the data…',
} satisfies Record<Extract<CoreState, { kind: 'starting' }>['waitsFor'], string>;

/** Null in a browser, and while the core runs. */
export function useStartText(): string | null {
  const core = useDesktopState()?.core;
  return core?.kind === 'starting' ? waitTexts[core.waitsFor] : null;
}

export const useHasCrashBanner = (): boolean => (useDesktopState()?.crash ?? null) !== null;

export function CrashBanner() {
  const crash = useDesktopState()?.crash;
  return (
    <Banner
      tone="bad"
      title="Hookwright's core crashed and was restarted."
      action={
        <Button
          variant="quiet"
          onClick={() => host.desktop?.act('show_crash_reports')}
          className="-my-1 text-current"
        >
          Show crash reports
        </Button>
      }
      onDismiss={() => host.desktop?.act('dismiss_crash')}
    >
      Accepted messages are safe. Cause: {crash}
    </Banner>
  );
}
