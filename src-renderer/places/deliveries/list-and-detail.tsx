import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useSyncExternalStore } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { SplitPane } from '#renderer/ui/split-pane.tsx';
import { useMediaQuery } from '#renderer/ui/use-media-query.ts';
import { changeView } from './use-deliveries-view.ts';

/** A list beside its detail takes 40 % of the window. */
const listShare = 0.4;
const maxListWidth = 900;

const listWidth = (): number => {
  const least = window.innerWidth < 1_000 ? 400 : 480;
  return Math.min(maxListWidth, Math.max(least, Math.round(window.innerWidth * listShare)));
};

function onResize(listener: () => void): () => void {
  window.addEventListener('resize', listener);
  return () => window.removeEventListener('resize', listener);
}

const narrow = '(width < 840px)';

interface ListAndDetailProps {
  readonly list: ReactNode;
  readonly detail: ReactNode;
  /** Whether a row is selected. */
  readonly isSelected: boolean;
}

/** Side by side; in narrow windows, the detail of the selected row takes the place of the list. */
export function ListAndDetail({ list, detail, isSelected }: ListAndDetailProps) {
  const startSize = useSyncExternalStore(onResize, listWidth);
  const isNarrow = useMediaQuery(narrow);
  if (!isNarrow)
    return (
      <SplitPane
        id="deliveries"
        separatorLabel="Resize the list"
        start={list}
        end={detail}
        startSize={startSize}
        startMin={360}
        startMax={maxListWidth}
        endMin={420}
      />
    );
  if (!isSelected) return list;
  return (
    <div className="flex h-full min-h-0 flex-col">
      <div className="flex-none border-b border-line bg-bg-1 px-2 py-1">
        <Button variant="quiet" icon={ArrowLeft} onClick={() => changeView({ id: null })}>
          Back to the list
        </Button>
      </div>
      <div className="min-h-0 flex-1">{detail}</div>
    </div>
  );
}
