import { Copy, MoreHorizontal, Pencil, RotateCw, Send, TextSearch, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { AppShell, RailItem } from '#renderer/ui/app-shell.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Menu } from '#renderer/ui/menu.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { PlaceHeader } from '#renderer/ui/place-header.tsx';
import { Dialog, Drawer, Popover, Tooltip } from '#renderer/ui/popup.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { doNothing, longText, type Section, Specimen, Specimens } from './specimen.tsx';

function Cards() {
  return (
    <Specimens wide>
      <Card title="Headers" meta="12" actions={<Button>Add</Button>}>
        What it holds.
      </Card>
      <Card title={longText} meta={longText}>
        {longText}.
      </Card>
    </Specimens>
  );
}

function Disclosures() {
  return (
    <Specimens>
      <Specimen of="closed">
        <Disclosure title="3 equal headers">Hidden</Disclosure>
      </Specimen>
      <Specimen of="open">
        <Disclosure title="1 other possible cause" isOpen>
          What it holds.
        </Disclosure>
      </Specimen>
    </Specimens>
  );
}

function PageHeaders() {
  return (
    <Specimens wide>
      <PageHeader
        title="Order Completed"
        mark={<StateMark state="waiting" />}
        badge={<StatePill state="waiting" />}
        meta="to Staging hooks, 3 attempts"
        actions={<Button icon={RotateCw}>Retry now</Button>}
      />
      <PageHeader
        title={longText}
        badge={<Badge tone="warn">copy</Badge>}
        meta={longText}
        actions={<Button>Save</Button>}
      />
      <PlaceHeader title="Deliveries" news="12 deliveries, all delivered.">
        <Button>New</Button>
      </PlaceHeader>
      <PlaceHeader title="Settings" news={longText} />
      <PageHeader isThing title="Big Spenders" meta="from Shop, synced just now" />
    </Specimens>
  );
}

function Shell() {
  return (
    <div className="h-64 border border-line">
      <AppShell
        topBar={<span className="flex-1 truncate text-fg-2">The top bar</span>}
        rail={
          <>
            <RailItem icon={TextSearch} label="Deliveries" href="#app-shell" current />
            <RailItem icon={Send} label="Send" href="#app-shell" current={false} />
            <div data-forced="hover" className="contents">
              <RailItem icon={Send} label="Hover" href="#app-shell" current={false} />
            </div>
          </>
        }
        banner={<Banner tone="info">A banner</Banner>}
      >
        <div className="p-3">The content</div>
      </AppShell>
    </div>
  );
}

function Panes() {
  return (
    <div className="h-40 border border-line">
      <SplitPane
        id="gallery"
        separatorLabel="Resize the start"
        startSize={180}
        startMin={100}
        endMin={100}
        start={
          <ScrollRegion label="The start" className="h-full overflow-y-auto p-2">
            {Array.from({ length: 12 }, (_, index) => `Line ${index + 1}`).map((line) => (
              <p key={line}>{line}</p>
            ))}
          </ScrollRegion>
        }
        end={
          <div className="p-2">
            <IconButton icon={RotateCw} label="Retry" size="small" />
          </div>
        }
      />
    </div>
  );
}

export const frameSections: readonly Section[] = [
  { id: 'card', title: 'Card', Content: Cards },
  { id: 'disclosure', title: 'Disclosure', Content: Disclosures },
  { id: 'page-header', title: 'Page header', Content: PageHeaders },
  { id: 'app-shell', title: 'Frame and rail', Content: Shell },
  { id: 'split-pane', title: 'Panes and scrolling', Content: Panes },
];

const menu = [
  [
    { id: 'rename', label: 'Rename', icon: Pencil, shortcut: 'F2', run: doNothing },
    { id: 'copy', label: 'Copy cURL', icon: Copy, shortcut: 'Mod+Shift+C', run: doNothing },
    { id: 'plain', label: 'Without an icon', run: doNothing },
    { id: 'disabled', label: 'Disabled', icon: Copy, disabled: true, run: doNothing },
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
  showToast({ title: 'Gave up', description: longText, tone: 'warn', ...kept });
  showToast({ title: "Can't save", description: longText, tone: 'bad', ...kept });
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
            <Button variant="primary">Continue</Button>
          </div>
        </div>
      </Dialog>
    </>
  );
}

function DrawerSpecimen() {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>Drawer</Button>
      <Drawer open={open} onOpenChange={setOpen} label="A drawer" shortcutSection="Drawer">
        <div className="flex flex-col gap-3 p-4">
          <h2 className="text-page font-semibold">A drawer</h2>
          <p>{longText}.</p>
          <Button onClick={() => setOpen(false)}>Close</Button>
        </div>
      </Drawer>
    </>
  );
}

/** Floating layers use the theme of the window and open with a click. */
function Layers() {
  return (
    <Specimens>
      <Specimen of="click">
        <DialogSpecimen />
        <DrawerSpecimen />
        <Menu trigger={<Button icon={MoreHorizontal}>Menu</Button>} groups={menu} align="start" />
        <Popover trigger={<Button>Popover</Button>} title="A popover">
          {longText}. {longText}.
        </Popover>
        <Button onClick={showToasts}>Toasts</Button>
      </Specimen>
      <Specimen of="hover or focus">
        <Tooltip content="A hint" shortcut="Mod+K">
          <Button>Tooltip</Button>
        </Tooltip>
      </Specimen>
    </Specimens>
  );
}

export const layerSections: readonly Section[] = [
  { id: 'layers', title: 'Layers', Content: Layers },
];
