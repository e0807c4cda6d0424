import { CircleAlert, type LucideIcon, RotateCw } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from './button.tsx';

interface EmptyStateProps {
  icon?: LucideIcon | undefined;
  title: string;
  /** The next step, in a sentence. */
  children?: ReactNode;
  /** A copyable URL, a snippet, or a button. */
  actions?: ReactNode;
}

/** An empty list or detail, and how to fill it. */
export function EmptyState({ icon: Icon, title, children, actions }: EmptyStateProps) {
  return (
    <div className="grid h-full min-h-40 place-items-center p-6">
      <div className="flex max-w-112 flex-col items-center gap-2 text-center">
        {Icon && <Icon size={24} strokeWidth={1.5} className="text-fg-3" aria-hidden="true" />}
        <h2 className="font-semibold">{title}</h2>
        {children && <div className="text-fg-2">{children}</div>}
        {actions && (
          <div className="mt-2 flex flex-wrap items-center justify-center gap-2">{actions}</div>
        )}
      </div>
    </div>
  );
}

interface ErrorStateProps {
  /** What failed, if not loading. */
  title?: string;
  /** Why, and what to do. */
  children?: ReactNode;
  onRetry?: (() => void) | undefined;
  actions?: ReactNode;
}

/** Content that failed to load. */
export function ErrorState({ title = "Can't load", children, onRetry, actions }: ErrorStateProps) {
  return (
    <div role="alert" className="grid h-full min-h-40 place-items-center p-6">
      <div className="flex max-w-112 flex-col items-center gap-2 text-center">
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
