import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';
import { spokenShortcut } from '#renderer/keyboard/shortcut.ts';
import { type ButtonVariant, buttonVariants } from './button.tsx';
import { cx } from './cx.ts';
import { Spinner } from './spinner.tsx';
import { Tooltip, type TooltipProps } from './tooltip.tsx';

export interface IconButtonProps extends Omit<ComponentProps<'button'>, 'children'> {
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
