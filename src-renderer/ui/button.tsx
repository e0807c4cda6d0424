import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { spokenShortcut } from '#renderer/keyboard/shortcut.ts';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { Spinner } from './spinner.tsx';
import { Tooltip } from './tooltip.tsx';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  variant?: ButtonVariant | undefined;
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  /** Shows a spinner in the place of the icon and takes no further clicks. */
  busy?: boolean | undefined;
  /** Why the button does nothing just now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

export const buttonVariants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-fg hover:bg-accent-2 active:bg-accent',
  default: 'border-line-2 bg-bg-1 text-fg shadow-rest hover:bg-bg-3 active:bg-line',
  quiet:
    'border-transparent bg-transparent text-fg-2 hover:bg-bg-3 hover:text-fg active:bg-line active:text-fg',
  danger:
    'border-line-2 bg-bg-1 text-bad shadow-rest hover:border-bad hover:bg-bad-bg active:border-bad active:bg-bad-bg active:text-fg',
};

/** The one button. Give it `shortcut` wherever a key does the same, so that people learn it. */
export function Button({
  variant = 'default',
  icon: Icon,
  shortcut,
  busy = false,
  disabledReason,
  disabled,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const inert = busy || disabledReason !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={inert || undefined}
      aria-busy={busy || undefined}
      // The tooltip is for eyes only.
      aria-description={disabledReason}
      aria-keyshortcuts={shortcut && spokenShortcut(shortcut)}
      onClick={inert ? (event) => event.preventDefault() : onClick}
      className={cx(
        'inline-flex h-[30px] max-w-full flex-none items-center justify-center gap-1.5 rounded-control border px-2.5 font-medium whitespace-nowrap transition-colors',
        buttonVariants[variant],
        (disabled || inert) && 'opacity-55',
        className,
      )}
    >
      {busy ? (
        <Spinner />
      ) : (
        Icon && <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />
      )}
      {typeof children === 'string' ? <span className="truncate">{children}</span> : children}
      {shortcut && <Kbd shortcut={shortcut} />}
    </button>
  );
  // Always in one, so that a button which has the focus keeps it when it comes to do nothing.
  return <Tooltip content={disabledReason}>{button}</Tooltip>;
}
