import { CircleAlert, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

export interface ErrorStateProps {
  /** What happened. */
  title: string;
  /** Why, and what to do. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  actions?: ReactNode;
}

/** Stands where something could not be shown. */
export function ErrorState({ title, children, onRetry, actions }: ErrorStateProps) {
  return (
    <div role="alert" className="grid h-full min-h-40 place-items-center p-6">
      <div className="flex max-w-md flex-col items-center gap-2 text-center">
        <CircleAlert size={24} strokeWidth={1.5} className="text-bad" aria-hidden="true" />
        <h2 className="font-semibold">{title}</h2>
        {children && <div className="text-fg-2">{children}</div>}
        <div className="mt-2 flex gap-2 empty:hidden">
          {onRetry && (
            <Button icon={RotateCw} onClick={onRetry}>
              Try again
            </Button>
          )}
          {actions}
        </div>
      </div>
    </div>
  );
}
