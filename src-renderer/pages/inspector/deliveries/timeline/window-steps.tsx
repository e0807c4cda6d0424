import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { IconButton } from '#renderer/ui/button.tsx';

const keys = { earlier: '[', later: ']' } as const;

interface WindowStepsProps {
  /** From 0. */
  readonly shown: number;
  readonly count: number;
  readonly onShow: (number: number) => void;
}

/** From window to window of a delivery that was retried by hand. */
export function WindowSteps({ shown, count, onShow }: WindowStepsProps) {
  const [isFirst, isLast] = [shown === 0, shown === count - 1];
  useCommands([
    {
      id: 'timeline.earlier',
      title: 'Earlier window',
      section: 'Timeline',
      shortcut: keys.earlier,
      enabled: () => !isFirst,
      run: () => onShow(shown - 1),
    },
    {
      id: 'timeline.later',
      title: 'Later window',
      section: 'Timeline',
      shortcut: keys.later,
      enabled: () => !isLast,
      run: () => onShow(shown + 1),
    },
  ]);
  return (
    <span className="-ml-1.5 mr-2.5 inline-flex items-center gap-0.5 align-bottom whitespace-nowrap">
      <IconButton
        icon={ChevronLeft}
        size="small"
        label="Earlier window"
        shortcut={keys.earlier}
        disabledReason={isFirst ? 'This is the first one' : undefined}
        onClick={() => onShow(shown - 1)}
        className="-my-1"
      />
      <span role="status" className="tabular-nums">
        Window {shown + 1} of {count}
      </span>
      <IconButton
        icon={ChevronRight}
        size="small"
        label="Later window"
        shortcut={keys.later}
        disabledReason={isLast ? 'This is the present one' : undefined}
        onClick={() => onShow(shown + 1)}
        className="-my-1"
      />
    </span>
  );
}
