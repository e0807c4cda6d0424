/** The menu of a right click. */
import { type ContextMenuParams, clipboard, type MenuItemConstructorOptions } from 'electron';
import { isOutsideLink } from './outside.ts';

type Item = MenuItemConstructorOptions;

type Clicked = Pick<ContextMenuParams, 'editFlags' | 'isEditable' | 'linkURL' | 'selectionText'>;

function fieldItems({ editFlags }: Clicked): readonly Item[] {
  return [
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    { type: 'separator' },
    { role: 'cut', enabled: editFlags.canCut },
    { role: 'copy', enabled: editFlags.canCopy },
    { role: 'paste', enabled: editFlags.canPaste },
  ];
}

const linkItems = (url: string, open: (url: string) => void): readonly Item[] => [
  { label: 'Open link in browser', click: () => open(url) },
  { label: 'Copy link', click: () => clipboard.writeText(url) },
];

export function contextMenuTemplate(clicked: Clicked, open: (url: string) => void): Item[] {
  const { editFlags, isEditable, linkURL, selectionText } = clicked;
  const hasText = selectionText.trim() !== '';
  const text: readonly Item[] = isEditable
    ? fieldItems(clicked)
    : hasText
      ? [{ role: 'copy' }]
      : [];
  const groups: readonly (readonly Item[])[] = [
    isOutsideLink(linkURL) ? linkItems(linkURL, open) : [],
    text,
    editFlags.canSelectAll ? [{ role: 'selectAll' }] : [],
  ];
  return groups
    .filter((group) => group.length > 0)
    .flatMap((group, index): readonly Item[] =>
      index === 0 ? group : [{ type: 'separator' }, ...group],
    );
}
