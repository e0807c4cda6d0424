import type { ComponentType } from 'react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { navigate, useRoute } from '#renderer/kit/routing/route-store.ts';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { CheckInput } from './check-input.tsx';
import { CheckResult } from './check-result.tsx';
import { clearInput, copyNewestDelivery, useSignaturesAddress } from './signatures-store.ts';
import { SnippetsTab } from './snippets-tab.tsx';

interface View {
  readonly name: string;
  readonly title: string;
  readonly command: string;
  readonly Content: ComponentType;
}

const check: View = {
  name: 'check',
  title: 'Check',
  command: 'Check a signature',
  Content: CheckTab,
};

const views: readonly View[] = [
  check,
  {
    name: 'snippets',
    title: 'Snippets',
    command: 'Show verification snippets',
    Content: SnippetsTab,
  },
];

const open = (name: string): void => navigate({ page: 'signatures', path: [name] });

export function SignaturesPage() {
  useSignaturesAddress();
  const requestedName = useRoute((state) => state.route.path[0]);
  const current = views.find(({ name }) => name === requestedName) ?? check;
  useActions('Signatures', [
    ...views.map(({ name, command }) => ({
      id: `signatures.${name}`,
      title: command,
      run: () => open(name),
    })),
    {
      id: 'signatures.newest',
      title: 'Check newest delivery',
      shortcut: 'n',
      run: () => {
        open(check.name);
        void copyNewestDelivery();
      },
    },
    {
      id: 'signatures.clear',
      title: 'Clear signature check',
      run: clearInput,
    },
  ]);
  return (
    <div className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">Signatures</h1>
      <Tabs
        label="Signatures"
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

export function CheckTab() {
  return (
    <SplitPane
      id="signatures"
      separatorLabel="Resize the fields"
      // Leaves room for the result in narrow windows.
      startSize={window.innerWidth < 1_200 ? 380 : 460}
      startMin={320}
      endMin={360}
      start={<CheckInput />}
      end={<CheckResult />}
    />
  );
}
