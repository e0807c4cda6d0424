import { type ReactNode, useState } from 'react';
import { useSystem } from '#renderer/kit/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { remembered } from '#renderer/ui/remembered.ts';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { listenProblemText } from '#shared/kit/problem.ts';
import { Section } from '../editor/section.tsx';
import { type Snippet, snippetsFor } from './snippets.ts';

/** Shown while ingestion is not listening. */
const defaultEndpoint = 'http://127.0.0.1:8377';
const rememberedAs = 'sources.snippet';

interface SnippetsCardProps {
  readonly writeKey: string;
  readonly foot: ReactNode;
}

export function SnippetsCard({ writeKey, foot }: SnippetsCardProps) {
  const system = useSystem();
  const snippets = snippetsFor(system?.ingestUrl ?? defaultEndpoint, writeKey);
  const [selectedLanguage, setChosen] = useState(() => remembered.getItem(rememberedAs));
  const current = snippets.find(({ id }) => id === selectedLanguage) ?? snippets[0];
  if (current === undefined) return null;
  const choose = (id: string): void => {
    setChosen(id);
    remembered.setItem(rememberedAs, id);
  };
  return (
    <Section title="Send events" padded={false}>
      {system?.ingestUrl === null && (
        <div className="p-2">
          <Banner tone="bad" title="Can't receive events.">
            {system.ingestProblem && listenProblemText(system.ingestProblem)}
          </Banner>
        </div>
      )}
      <Tabs
        label="Client library"
        listClassName="border-b border-line px-1.5 py-1"
        tabs={snippets.map(({ id, title }) => ({ value: id, label: title }))}
        value={current.id}
        onChange={choose}
        trailing={
          <CopyButton
            // Resets the "Copied" state with the snippet.
            key={current.id}
            look="text"
            variant="quiet"
            value={current.code}
            label={`Copy ${current.title} code`}
          />
        }
      >
        {snippets.map((snippet) => (
          <TabPanel key={snippet.id} value={snippet.id}>
            <SnippetText snippet={snippet} />
          </TabPanel>
        ))}
      </Tabs>
      {foot}
    </Section>
  );
}

function SnippetText({ snippet: { title, install, code } }: { snippet: Snippet }) {
  return (
    <>
      {install !== null && (
        <div className="flex h-9 items-center gap-2 border-b border-line/60 pr-1.5 pl-3">
          <code className="bytes min-w-0 flex-1 truncate text-fg-2">{install}</code>
          <CopyButton value={install} label="Copy install command" />
        </div>
      )}
      <CodeView language="code" label={`${title} code`} text={code.trimEnd()} />
    </>
  );
}
