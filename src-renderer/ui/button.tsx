import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { useSpokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { Tooltip } from './popup.tsx';
import { Spinner } from './progress.tsx';

export type ButtonVariant = 'primary' | 'soft' | 'default' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  variant?: ButtonVariant | undefined;
  /** `small` (24 px) for bars and rows. */
  size?: 'small' | 'regular' | undefined;
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  /** Shows a spinner instead of the icon and ignores clicks. */
  busy?: boolean | undefined;
  /** Why the button is disabled. It stays focusable, so the reason can be read. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

const buttonVariants: Record<ButtonVariant, string> = {
  primary: 'border-transparent bg-accent text-accent-fg hover:bg-accent-2 active:bg-accent',
  soft: 'border-accent/35 bg-accent-bg text-accent hover:border-accent active:bg-bg-3',
  default: 'border-line-2 bg-bg-1 text-fg shadow-rest hover:bg-bg-3 active:bg-line',
  quiet:
    'border-transparent bg-transparent text-fg-2 hover:bg-bg-3 hover:text-fg active:bg-line active:text-fg',
  danger:
    'border-line-2 bg-bg-1 text-bad shadow-rest hover:border-bad hover:bg-bad-bg active:border-bad active:bg-bad-bg active:text-fg',
};

/** The standard button. Set `shortcut` if a key does the same. */
export function Button({
  variant = 'default',
  size = 'regular',
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
  const isInert = busy || disabledReason !== undefined;
  const button = (
    <button
      type="button"
      {...rest}
      disabled={disabled}
      aria-disabled={isInert || undefined}
      aria-busy={busy || undefined}
      // The tooltip is visual only.
      aria-description={disabledReason}
      aria-keyshortcuts={useSpokenShortcut(shortcut)}
      onClick={isInert ? (event) => event.preventDefault() : onClick}
      className={cx(
        'inline-flex max-w-full flex-none items-center justify-center gap-1.5 border font-medium whitespace-nowrap transition-colors',
        size === 'small' ? 'h-6 rounded-chip px-2 text-small' : 'h-control rounded-control px-2.5',
        buttonVariants[variant],
        (disabled || isInert) && 'opacity-55',
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
  // Always rendered, so the focused button survives being disabled.
  return <Tooltip content={disabledReason}>{button}</Tooltip>;
}

/** A button that looks like a link, within text. */
export function TextButton({ className, ...rest }: ComponentProps<'button'>) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('rounded-chip font-medium text-accent hover:underline', className)}
    />
  );
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Accessible name and tooltip. */
  label: string;
  variant?: ButtonVariant | undefined;
  shortcut?: string | undefined;
  /** For toggle buttons, such as "show secret". */
  pressed?: boolean | undefined;
  /** `small` (24 px) for fields, cards and rows. */
  size?: 'small' | 'regular' | undefined;
  /** Shows a spinner instead of the icon and ignores clicks. */
  busy?: boolean | undefined;
  /** Why the button is disabled. It stays focusable, so the reason can be read. */
  disabledReason?: string | undefined;
}

/** An icon button; its label is in the tooltip and the accessible name. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  shortcut,
  pressed,
  size = 'regular',
  busy = false,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const isInert = busy || disabledReason !== undefined;
  const tooltip = disabledReason !== undefined ? `${label}: ${disabledReason}` : label;
  return (
    <Tooltip content={tooltip} shortcut={shortcut}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={isInert || undefined}
        aria-busy={busy || undefined}
        aria-keyshortcuts={useSpokenShortcut(shortcut)}
        onClick={isInert ? (event) => event.preventDefault() : onClick}
        className={cx(
          'inline-grid flex-none place-items-center border transition-colors disabled:opacity-55',
          size === 'small' ? 'size-6 rounded-chip' : 'size-control rounded-control',
          pressed ? 'border-transparent bg-accent-bg text-accent' : buttonVariants[variant],
          isInert && 'opacity-55',
          className,
        )}
      >
        {busy ? <Spinner /> : <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}
