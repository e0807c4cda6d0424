import type { ReactNode } from 'react';
import { Group, Panel, Separator, useDefaultLayout } from 'react-resizable-panels';
import { cx } from './cx.ts';
import { remembered } from './remembered.ts';

export interface SplitPaneProps {
  /** Storage key of the sizes. */
  id: string;
  start: ReactNode;
  /** Null: the start pane fills the width. */
  end: ReactNode | null;
  /** Accessible name of the separator: "Resize the list". */
  separatorLabel: string;
  orientation?: 'horizontal' | 'vertical' | undefined;
  /** Pixel sizes. */
  startSize?: number | undefined;
  /** When the window changes, the start pane keeps its size, or with this its share of the width, up to this size. */
  startMax?: number | undefined;
  startMin?: number | undefined;
  endMin?: number | undefined;
}

/** Two panes with a separator movable by pointer or arrow keys. */
export function SplitPane({
  id,
  start,
  end,
  separatorLabel,
  orientation = 'horizontal',
  startSize = 512,
  startMax,
  startMin = 320,
  endMin = 400,
}: SplitPaneProps) {
  const { defaultLayout, onLayoutChanged } = useDefaultLayout({
    id: `split.${id}`,
    panelIds: end === null ? ['start'] : ['start', 'end'],
    storage: remembered,
    onlySaveAfterUserInteractions: true,
  });
  const sideways = orientation === 'horizontal';
  return (
    <Group
      orientation={orientation}
      defaultLayout={defaultLayout}
      onLayoutChanged={onLayoutChanged}
      className="h-full min-h-0 min-w-0"
    >
      <Panel
        id="start"
        defaultSize={startSize}
        minSize={startMin}
        maxSize={startMax}
        groupResizeBehavior={
          startMax === undefined ? 'preserve-pixel-size' : 'preserve-relative-size'
        }
      >
        {start}
      </Panel>
      {end !== null && (
        <>
          <Separator
            aria-label={separatorLabel}
            className={cx(
              'relative flex-none bg-line forced-colors:bg-[CanvasText] outline-none transition-colors data-[separator=active]:bg-accent data-[separator=focus]:bg-accent data-[separator=hover]:bg-fg-3',
              'focus-visible:bg-accent focus-visible:outline-2 focus-visible:outline-offset-0 focus-visible:outline-accent',
              sideways ? 'w-px' : 'h-px',
            )}
          />
          <Panel id="end" minSize={endMin}>
            {end}
          </Panel>
        </>
      )}
    </Group>
  );
}
