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

const separator: Item = { type: 'separator' };

/** Electron leaves out separators without items on both sides. */
export function contextMenuTemplate(clicked: Clicked, open: (url: string) => void): Item[] {
  const { editFlags, isEditable, linkURL, selectionText } = clicked;
  return [
    ...(isOutsideLink(linkURL) ? linkItems(linkURL, open) : []),
    separator,
    ...(isEditable ? fieldItems(clicked) : []),
    ...(!isEditable && selectionText.trim() !== '' ? [{ role: 'copy' as const }] : []),
    separator,
    ...(editFlags.canSelectAll ? [{ role: 'selectAll' as const }] : []),
  ];
}
