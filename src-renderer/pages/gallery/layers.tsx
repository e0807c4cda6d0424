import { Copy, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Dialog } from '#renderer/ui/dialog.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { Popover } from '#renderer/ui/popover.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { Tooltip } from '#renderer/ui/tooltip.tsx';
import { doNothing, longText, type Section, Specimen, Specimens } from './specimen.tsx';

const menu = [
  [
    { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', run: doNothing },
    { id: 'copy', label: 'Copy cURL', icon: Copy, shortcut: 'Mod+Shift+C', run: doNothing },
    { id: 'plain', label: 'Without an icon', run: doNothing },
    { id: 'disabled', label: 'Not just now', icon: Copy, disabled: true, run: doNothing },
  ],
  [{ id: 'delete', label: 'Delete…', icon: Trash2, danger: true, run: doNothing }],
];

function showToasts(): void {
  const kept = { durationMs: 0 };
  showToast({ title: 'Copied as cURL', tone: 'ok', ...kept });
  showToast({
    title: 'Destination deleted',
    description: '3 deliveries were cancelled.',
    action: { label: 'Undo', run: doNothing },
    ...kept,
  });
  showToast({ title: 'Exhausted', description: longText, tone: 'warn', ...kept });
  showToast({ title: 'It could not be saved', description: longText, tone: 'bad', ...kept });
}

function DialogSpecimen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Dialog</Button>
      <Dialog open={open} onOpenChange={setOpen} label="A dialog">
        <div className="flex flex-col gap-3 p-4">
          <h2 className="text-title font-semibold">A dialog</h2>
          <p>{longText}.</p>
          <div className="flex justify-end gap-2">
            <Button onClick={() => setOpen(false)}>Cancel</Button>
            <Button variant="primary">Go on</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

/** What lies over everything else takes the theme of the window: it opens with a click. */
function Layers() {
  return (
    <Specimens>
      <Specimen of="click">
        <DialogSpecimen />
        <Menu trigger={<Button icon={MoreHorizontal}>Menu</Button>} groups={menu} align="start" />
        <Popover trigger={<Button>Popover</Button>} title="A popover">
          {longText}. {longText}.
        </Popover>
        <Button onClick={showToasts}>Toasts</Button>
      </Specimen>
      <Specimen of="hover or focus">
        <Tooltip content="A sentence about a control" shortcut="Mod+K">
          <Button>Tooltip</Button>
        </Tooltip>
      </Specimen>
    </Specimens>
  );
}

export const layerSections: readonly Section[] = [
  { id: 'layers', title: 'Layers', Content: Layers },
];
