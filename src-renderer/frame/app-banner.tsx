import { type ReactNode, useEffect, useState } from 'react';
import { tryConnectionNow, useConnection } from '#renderer/stores/connection-store.ts';
import { useLedger } from '#renderer/stores/ledger-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';

/** A restart of the core is shorter than this, and not worth a word. */
const patienceMs = 800;

/** True once the condition has held for a moment. */
function useLasting(condition: boolean): boolean {
  const [lasting, setLasting] = useState(false);
  useEffect(() => {
    if (!condition) return setLasting(false);
    const timer = setTimeout(() => setLasting(true), patienceMs);
    return () => clearTimeout(timer);
  }, [condition]);
  return condition && lasting;
}

/** What concerns everything on the screen. */
export function AppBanner() {
  const state = useConnection((connection) => connection.state);
  const balanced = useLedger(({ ledger }) => ledger?.balanced ?? true);
  const isAway = useLasting(state === 'lost' || state === 'connecting');
  if (isAway && state === 'connecting')
    return (
      <Strip>
        <Banner tone="info">Connecting to Hookwright…</Banner>
      </Strip>
    );
  if (isAway)
    return (
      <Strip>
        <Banner
          tone="warn"
          title="The connection is lost."
          action={
            <Button variant="quiet" onClick={tryConnectionNow} className="-my-1 h-6 text-current">
              Try now
            </Button>
          }
        >
          What you see may be out of date. It comes back by itself when Hookwright runs again.
        </Banner>
      </Strip>
    );
  if (balanced) return null;
  return (
    <Strip>
      <Banner tone="bad" title="The ledger does not balance.">
        Some message is not accounted for. This is a bug in Hookwright: please report it with the
        log.
      </Banner>
    </Strip>
  );
}

function Strip({ children }: { children: ReactNode }) {
  return <div className="border-b border-line bg-bg-1 px-3 py-1.5">{children}</div>;
}
