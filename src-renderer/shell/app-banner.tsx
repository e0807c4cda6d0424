import type { ReactNode } from 'react';
import { tryConnectionNow, useConnection } from '#renderer/kit/data/core.ts';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { host, useDesktopState } from '#renderer/kit/host/host.ts';
import { useDisconnected } from '#renderer/kit/loading.tsx';
import {
  CaBanner,
  DataOfferBanner,
  StorageBanner,
  useHasCaBanner,
  useHasDataOffer,
  useHasStorageBanner,
  useHasWorkspaceBanner,
  WorkspaceBanner,
} from '#renderer/places/settings/banners.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import type { CoreState } from '#shared/settings/desktop.ts';

// In the desktop app: what the page waits for, and why the core was restarted.

const waitTexts = {
  keychain: "Waiting for the system's keychain…",
  data: 'Opening the data…',
} satisfies Record<Extract<CoreState, { kind: 'starting' }>['waitsFor'], string>;

/** Null in a browser, and while the core runs. */
function useStartText(): string | null {
  const core = useDesktopState()?.core;
  return core?.kind === 'starting' ? waitTexts[core.waitsFor] : null;
}

const useHasCrashBanner = (): boolean => (useDesktopState()?.crash ?? null) !== null;

function CrashBanner() {
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

/** Problems that affect every page. */
export function AppBanner() {
  const state = useConnection((connection) => connection.state);
  const balanced = useLedger((ledger) => ledger?.balanced ?? true);
  const isDisconnected = useDisconnected();
  const hasCaBanner = useHasCaBanner();
  const hasStorageBanner = useHasStorageBanner();
  const hasWorkspaceBanner = useHasWorkspaceBanner();
  const hasDataOffer = useHasDataOffer();
  const hasCrashBanner = useHasCrashBanner();
  const startText = useStartText();
  if (isDisconnected && (state === 'connecting' || startText !== null))
    return (
      <TopBar>
        {hasCrashBanner && <CrashBanner />}
        <Banner tone="info">{startText ?? 'Connecting to Hookwright…'}</Banner>
      </TopBar>
    );
  if (isDisconnected)
    return (
      <TopBar>
        <Banner
          tone="warn"
          title="Connection lost."
          action={
            <Button variant="quiet" onClick={tryConnectionNow} className="-my-1 text-current">
              Try now
            </Button>
          }
        >
          Data may be outdated. Reconnecting…
        </Banner>
      </TopBar>
    );
  const hasBanner =
    hasCrashBanner || hasCaBanner || hasStorageBanner || hasWorkspaceBanner || hasDataOffer;
  if (balanced && !hasBanner) return null;
  return (
    <TopBar>
      {!balanced && (
        <Banner tone="bad" title="The ledger doesn't balance.">
          Report this bug with the log.
        </Banner>
      )}
      {hasCrashBanner && <CrashBanner />}
      {hasWorkspaceBanner && <WorkspaceBanner />}
      {hasDataOffer && <DataOfferBanner />}
      {hasCaBanner && <CaBanner />}
      {hasStorageBanner && <StorageBanner />}
    </TopBar>
  );
}

function TopBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 border-b border-line bg-bg-1 px-3 py-1.5">{children}</div>
  );
}
