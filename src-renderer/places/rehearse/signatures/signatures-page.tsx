import { type ComponentType, useEffect } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { collections, useCollection } from '#renderer/kit/data/collections.ts';
import { queryOn } from '#renderer/kit/routing/route.ts';
import { navigate, redirect, useRoute } from '#renderer/kit/routing/route-store.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { copyToCertify } from './certification-runs.ts';
import { CertifyTab, SenderTab } from './certification-tabs.tsx';

interface View {
  readonly name: string;
  readonly title: string;
  readonly Content: ComponentType;
}

const receiver: View = { name: 'certify', title: 'Certify receiver', Content: CertifyTab };

const views: readonly View[] = [
  receiver,
  { name: 'certify-sender', title: 'Certify sender', Content: SenderTab },
];

const open = (name: string): void => navigate({ page: 'signatures', path: [name] });

/** Applies `?destination=dst_…` once, then removes it. */
function useDestinationToCertify(): void {
  const route = useRoute((state) => state.route);
  const { items: destinations, status } = useCollection(collections.destinations);
  const { destination } = queryOn(route, 'signatures');
  useEffect(() => {
    if (status === 'loading' || destination === undefined) return;
    copyToCertify(destinations.find(({ id }) => id === destination));
    redirect(route, { page: 'signatures', path: route.path });
  }, [route, destination, destinations, status]);
}

/** Certifies a receiver or a sender. */
export function SignaturesPage() {
  useDestinationToCertify();
  const requestedName = useRoute((state) => state.route.path[0]);
  const current = views.find(({ name }) => name === requestedName) ?? receiver;
  useActions(
    'Signatures',
    views.map(({ name, title }) => ({
      id: `signatures.${name}`,
      title,
      run: () => open(name),
    })),
  );
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">Certify</h1>
      <Tabs
        label="Certify"
        listClassName="min-h-11 py-2 border-b border-line bg-bg-1 px-2.5"
        tabs={views.map(({ name, title }) => ({ value: name, label: title }))}
        value={current.name}
        onChange={open}
      >
        {views.map(({ name, Content }) => (
          <TabPanel key={name} value={name}>
            <Content />
          </TabPanel>
        ))}
      </Tabs>
    </div>
  );
}
