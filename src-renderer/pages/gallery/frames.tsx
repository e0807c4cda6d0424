import { RotateCw, Send, TextSearch } from 'lucide-react';
import { AppShell, SidebarItem } from '#renderer/ui/app-shell.tsx';
import { Badge } from '#renderer/ui/badge.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { StateMark, StatePill } from '#renderer/ui/state-mark.tsx';
import { longText, type Section, Specimens } from './specimen.tsx';

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

function PageHeaders() {
  return (
    <Specimens wide>
      <PageHeader
        title="Order Completed"
        mark={<StateMark state="retrying" />}
        badge={<StatePill state="retrying" />}
        meta="to Staging hooks, 3 attempts"
        actions={<Button icon={RotateCw}>Retry now</Button>}
      />
      <PageHeader
        title={longText}
        badge={<Badge tone="warn">by hand</Badge>}
        meta={longText}
        actions={<Button>Save</Button>}
      />
    </Specimens>
  );
}

function Shell() {
  return (
    <div className="h-64 border border-line">
      <AppShell
        topBar={<span className="flex-1 truncate text-fg-2">The topBar</span>}
        sidebar={
          <>
            <SidebarItem icon={TextSearch} label="Inspector" href="#app-shell" current />
            <SidebarItem icon={Send} label="Send" href="#app-shell" current={false} />
            <div data-forced="hover" className="contents">
              <SidebarItem icon={Send} label="Hover" href="#app-shell" current={false} />
            </div>
          </>
        }
        banner={<Banner tone="info">A banner about everything.</Banner>}
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
  { id: 'page-header', title: 'Page header', Content: PageHeaders },
  { id: 'app-shell', title: 'Frame and sidebar', Content: Shell },
  { id: 'split-pane', title: 'Panes and scrolling', Content: Panes },
];
