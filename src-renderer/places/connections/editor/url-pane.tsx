import { Copy, SatelliteDish } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { CopyButton, useCopy } from '#renderer/ui/copy-button.tsx';
import { webhookName } from '#shared/deliveries/text.ts';
import { textIs } from '#shared/filter/filter.ts';
import { endpointKey } from '../board/board.ts';
import { startForwarding } from '../faults/fault-actions.ts';
import { EditorFrame, NodePill } from './editor-frame.tsx';
import { LastDeliveries } from './last-deliveries.tsx';
import { Section } from './section.tsx';
import { UsedBy } from './used-by.tsx';

export function useUrlActions(url: string) {
  const [, copy] = useCopy();
  return useActions('Connections', [
    {
      id: 'endpoint.put-in-front',
      title: 'Put a mock endpoint in front',
      icon: SatelliteDish,
      menu: 'main',
      run: () => void startForwarding(url),
    },
    {
      id: 'endpoint.copy-url',
      title: 'Copy endpoint URL',
      label: 'Copy URL',
      shortcut: 'c',
      icon: Copy,
      menu: 'main',
      run: () => {
        void copy(url);
        return { title: 'Copied URL' };
      },
    },
  ]);
}

/** An endpoint that isn't a mock endpoint: a server of the user. */
export function UrlPane({ url }: { url: string }) {
  const actions = useUrlActions(url);
  const [putInFront] = actions;
  return (
    <EditorFrame
      title={webhookName(url)}
      actions={actions}
      pill={<NodePill nodeKey={endpointKey(url)} />}
      meta={
        <>
          <span className="flex-none">Your server</span>
          <span aria-hidden="true" className="text-line-2">
            ·
          </span>
          <span className="-my-1 flex min-w-0 items-center gap-0.5">
            <code className="bytes truncate text-fg" title={url}>
              {url}
            </code>
            <CopyButton value={url} label="Copy URL" />
          </span>
        </>
      }
    >
      <Section title="Faults">
        <p className="mb-2 text-fg-2">
          Faults need a mock endpoint in front, which forwards to your server.
        </p>
        <Button icon={SatelliteDish} onClick={putInFront.run}>
          {putInFront.label}
        </Button>
      </Section>
      <UsedBy url={url} />
      <LastDeliveries filter={textIs('url', url)} />
    </EditorFrame>
  );
}
