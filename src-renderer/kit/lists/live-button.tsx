import { ArrowUp } from 'lucide-react';
import { useActions } from '#renderer/kit/actions/actions.tsx';
import { useDisconnected } from '#renderer/kit/loading.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { formatCount } from '#shared/kit/format.ts';

const abbreviated = new Intl.NumberFormat('en', { notation: 'compact' });

interface LiveButtonProps {
  readonly isPaused: boolean;
  readonly newCount: number;
  readonly onResume: () => void;
}

/** Shows whether the list follows the newest rows, or returns to them. */
export function LiveButton({ isPaused, newCount, onResume }: LiveButtonProps) {
  const isDisconnected = useDisconnected();
  useActions('List', [
    {
      id: 'list.live',
      title: 'Follow newest',
      shortcut: 'l',
      isShown: isPaused,
      run: onResume,
    },
  ]);
  if (!isPaused) {
    return (
      // As high as the button it replaces.
      <span className="flex h-6 items-center gap-1.5 text-fg-2">
        <span
          aria-hidden="true"
          data-keep-color
          className={cx(
            'mx-0.75 size-1.75 rounded-full ring-3',
            isDisconnected ? 'bg-fg-3 ring-transparent' : 'bg-ok ring-ok/20',
          )}
        />
        {isDisconnected ? 'Paused' : 'Live'}
      </span>
    );
  }
  return (
    <Button
      icon={ArrowUp}
      onClick={onResume}
      aria-label={newCount === 0 ? 'Live' : `Live, ${formatCount(newCount)} new`}
      title={newCount < 1_000 ? undefined : formatCount(newCount)}
      size="small"
    >
      {newCount === 0 ? 'Live' : `${abbreviated.format(newCount)} new`}
    </Button>
  );
}
