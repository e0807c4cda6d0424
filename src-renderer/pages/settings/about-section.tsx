import { lazyComponent } from '#renderer/components/lazy-component.tsx';
import { RouteLink } from '#renderer/components/route-link.tsx';
import { useSystem } from '#renderer/data/system.ts';
import { useRoute } from '#renderer/stores/route-store.ts';
import { Mark } from '#renderer/ui/app-shell.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';

// Loaded on demand: hundreds of kilobytes of license texts.
const ThirdPartyNotices = lazyComponent(
  async () => (await import('./third-party-notices.tsx')).default,
  'Loading third-party notices',
);

export function AboutSection() {
  const showsNotices = useRoute((state) => state.route.path[1] === 'third-party-notices');
  if (!showsNotices) return <AboutCard />;
  return <ThirdPartyNotices />;
}

function AboutCard() {
  const system = useSystem();
  return (
    <Card title="Hookwright" padded={false}>
      <div className="flex gap-3 p-3">
        <span className="text-accent">
          <Mark />
        </span>
        <p>A desktop workbench for webhooks</p>
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
