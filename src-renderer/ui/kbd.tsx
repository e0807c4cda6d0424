import { shortcutParts } from '#renderer/keyboard/shortcut.ts';
import { cx } from './cx.ts';

export interface KbdProps {
  /** As in the command registry: `Mod+K`, `j`, `?`. */
  shortcut: string;
  className?: string | undefined;
}

/** A shortcut drawn as key caps. Hidden from screen readers, which get `aria-keyshortcuts`. */
export function Kbd({ shortcut, className }: KbdProps) {
  return (
    <span aria-hidden="true" className={cx('inline-flex items-center gap-0.5', className)}>
      {shortcutParts(shortcut).map((part) => (
        <kbd
          key={part}
          className="inline-flex h-4 min-w-4 items-center justify-center rounded-[3px] border border-current/30 px-1 font-sans text-micro leading-none font-medium"
        >
          {part}
        </kbd>
      ))}
    </span>
  );
}
