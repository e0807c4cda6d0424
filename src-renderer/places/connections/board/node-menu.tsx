import { type BoundAction, ContextMenu } from '#renderer/kit/actions/actions.tsx';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import type { MenuPoint } from '#renderer/ui/menu.tsx';
import type { Destination } from '#shared/connections/destination.ts';
import type { Source } from '#shared/connections/source.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { Mock } from '#shared/mocks/mock.ts';
import { useDestinationActions } from '../destinations/destination-actions.ts';
import { useUrlActions } from '../editor/url-pane.tsx';
import { useMockActions } from '../mocks/mock-actions.ts';
import { useSourceActions } from '../sources/source-actions.ts';
import type { BoardNode } from './board.ts';

interface NodeMenuProps {
  readonly node: BoardNode;
  /** Null while it is closed. */
  readonly at: MenuPoint | null;
  readonly onClose: () => void;
}

/** The actions of a node, as its editor has them: their keys, and a menu at the pointer. */
export function NodeMenu({ node, ...menu }: NodeMenuProps) {
  const { selection } = node;
  const id = 'id' in selection ? selection.id : '';
  const source = useItems(collections.sources).find((one) => one.id === id);
  const destination = useItems(collections.destinations).find((one) => one.id === id);
  const mock = useItems(collections.mocks).find((one) => one.id === id);
  const shown = { ...menu, label: `Actions of ${visibleLine(node.name)}` };
  if (source !== undefined) return <SourceMenu {...shown} source={source} />;
  if (destination !== undefined) return <DestinationMenu {...shown} destination={destination} />;
  if (mock !== undefined) return <MockMenu {...shown} mock={mock} />;
  return selection.kind === 'url' ? <UrlMenu {...shown} url={selection.url} /> : null;
}

interface MenuProps extends Omit<NodeMenuProps, 'node'> {
  readonly label: string;
}

const SourceMenu = ({ source, ...menu }: MenuProps & { readonly source: Source }) => (
  <ContextMenu {...menu} actions={useSourceActions(source)} />
);

const DestinationMenu = ({
  destination,
  ...menu
}: MenuProps & { readonly destination: Destination }) => (
  <ContextMenu {...menu} actions={useDestinationActions(destination)} />
);

const MockMenu = ({ mock, ...menu }: MenuProps & { readonly mock: Mock }) => (
  <ContextMenu {...menu} actions={useMockActions(mock)} />
);

const UrlMenu = ({ url, ...menu }: MenuProps & { readonly url: string }) => {
  const actions: readonly BoundAction[] = useUrlActions(url);
  return <ContextMenu {...menu} actions={actions} />;
};
