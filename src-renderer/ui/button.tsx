import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';
import { spokenShortcut } from '#renderer/keyboard/shortcut.ts';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { Spinner } from './progress.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export type ButtonVariant = 'primary' | 'default' | 'quiet' | 'danger';

interface ButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  variant?: ButtonVariant | undefined;
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  /** Shows a spinner in the place of the icon and takes no further clicks. */
  busy?: boolean | undefined;
  /** Why the button does nothing just now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined;
  children: ReactNode;
}

const buttonVariants: Record<ButtonVariant, string> = {
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

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
  icon: LucideIcon;
  /** Its name: read aloud, and shown on hover. */
  label: string;
  variant?: ButtonVariant | undefined;
  shortcut?: string | undefined;
  /** For a button that stays down, such as "show secret". */
  pressed?: boolean | undefined;
  /** `small` (24 px) for the inside of fields, cards and rows. */
  size?: 'small' | 'regular' | undefined;
  tooltipSide?: TooltipProps['side'];
  /** Shows a spinner in the place of the icon and takes no further clicks. */
  busy?: boolean | undefined;
  /** Why it does nothing just now. It stays focusable, so that the reason can be read. */
  disabledReason?: string | undefined;
}

/** A button without a word on it; the word is in its tooltip and its accessible name. */
export function IconButton({
  icon: Icon,
  label,
  variant = 'quiet',
  shortcut,
  pressed,
  size = 'regular',
  tooltipSide,
  busy = false,
  disabledReason,
  className,
  onClick,
  ...rest
}: IconButtonProps) {
  const inert = busy || disabledReason !== undefined;
  const said = disabledReason !== undefined ? `${label}: ${disabledReason}` : label;
  return (
    <Tooltip content={said} shortcut={shortcut} side={tooltipSide}>
      <button
        type="button"
        {...rest}
        aria-label={label}
        aria-pressed={pressed}
        aria-disabled={inert || undefined}
        aria-busy={busy || undefined}
        aria-keyshortcuts={shortcut && spokenShortcut(shortcut)}
        onClick={inert ? (event) => event.preventDefault() : onClick}
        className={cx(
          'inline-grid flex-none place-items-center border transition-colors disabled:opacity-55',
          size === 'small' ? 'size-6 rounded-chip' : 'size-[30px] rounded-control',
          pressed ? 'border-transparent bg-accent-bg text-accent' : buttonVariants[variant],
          inert && 'opacity-55',
          className,
        )}
      >
        {busy ? <Spinner /> : <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
      </button>
    </Tooltip>
  );
}

interface CollapsibleButtonProps {
  readonly icon: LucideIcon;
  /** Written on it where there is room, else shown on hover; read aloud in both cases. */
  readonly label: string;
  readonly roomy: boolean;
  readonly shortcut: string;
  readonly variant?: ButtonVariant;
  readonly busy?: boolean;
  readonly disabledReason?: string | undefined;
  readonly onClick: () => void;
}

/** One of many actions in a row that stays one row: its word goes where there is no room for it. */
export function CollapsibleButton({
  label,
  roomy,
  variant = 'default',
  ...rest
}: CollapsibleButtonProps) {
  return roomy ? (
    <Button variant={variant} {...rest}>
      {label}
    </Button>
  ) : (
    <IconButton variant={variant} label={label} {...rest} />
  );
}
