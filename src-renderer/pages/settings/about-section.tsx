import { lazy, Suspense } from 'react';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useSystem } from '#renderer/data/system.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Mark } from '#renderer/ui/app-shell.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';

// Loaded on demand: hundreds of kilobytes of license texts.
const ThirdPartyNotices = lazy(() => import('./third-party-notices.tsx'));

export function AboutSection() {
  const showsNotices = useRoute((state) => state.route.path[1] === 'third-party-notices');
  if (!showsNotices) return <AboutCard />;
  return (
    <Suspense fallback={<Spinner label="Loading third-party notices" />}>
      <ThirdPartyNotices />
    </Suspense>
  );
}

function AboutCard() {
  const system = useSystem();
  return (
    <Card title="Hookwright" padded={false}>
      <div className="flex gap-3 p-3">
        <span className="text-accent">
          <Mark />
        </span>
        <p>A desktop workbench for webhooks. No account, no telemetry.</p>
      </div>
      <div className="border-t border-line">
        <KeyValueList
          label="About Hookwright"
          items={[
            { key: 'Version', value: system?.version ?? '…' },
            { key: 'User-Agent', value: 'Hookwright/1.0' },
            { key: 'License', value: 'MIT' },
          ]}
        />
      </div>
      <p className="border-t border-line px-3 py-2">
        <RouteLink
          to={{ page: 'settings', path: ['about', 'third-party-notices'] }}
          className="underline"
        >
          Third-party notices
        </RouteLink>
      </p>
    </Card>
  );
}
