import type { ReactNode } from 'react';
import { useDisconnected } from '#renderer/components/late-spinner.tsx';
import { tryConnectionNow, useConnection } from '#renderer/data/connection-state.ts';
import { useLedger } from '#renderer/data/ledger.ts';
import { ClockBanner, useHasClockBanner } from '#renderer/pages/clock/clock-banner.tsx';
import { CaBanner, useHasCaBanner } from '#renderer/pages/settings/ca-banner.tsx';
import {
  RetentionBanner,
  useHasRetentionBanner,
} from '#renderer/pages/settings/retention-banner.tsx';
import {
  DataOfferBanner,
  useHasDataOffer,
  useHasWorkspaceBanner,
  WorkspaceBanner,
} from '#renderer/pages/settings/workspace-banner.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CrashBanner, useHasCrashBanner, useStartText } from './core-banner.tsx';

/** Problems that affect every page. */
export function AppBanner() {
  const state = useConnection((connection) => connection.state);
  const balanced = useLedger((ledger) => ledger?.balanced ?? true);
  const isDisconnected = useDisconnected();
  const hasClockBanner = useHasClockBanner();
  const hasCaBanner = useHasCaBanner();
  const hasRetentionBanner = useHasRetentionBanner();
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
    hasCrashBanner ||
    hasClockBanner ||
    hasCaBanner ||
    hasRetentionBanner ||
    hasWorkspaceBanner ||
    hasDataOffer;
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
      {hasRetentionBanner && <RetentionBanner />}
      {hasClockBanner && <ClockBanner />}
    </TopBar>
  );
}

function TopBar({ children }: { children: ReactNode }) {
  return (
    <div className="flex flex-col gap-1.5 border-b border-line bg-bg-1 px-3 py-1.5">{children}</div>
  );
}
