import {
  ArrowBigUp,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  ArrowUp,
  ChevronUp,
  Command,
  CornerDownLeft,
  type LucideIcon,
  Option,
} from 'lucide-react';
import {
  isApplePlatform,
  isUsableShortcut,
  shortcutParts,
  useSingleLetterShortcuts,
} from '#renderer/kit/keyboard/shortcut.ts';
import { cx } from './cx.ts';

export interface KbdProps {
  /** As in the command registry: `Mod+K`, `j`, `?`. */
  shortcut: string;
  className?: string | undefined;
}

/** Icons, since the bundled fonts lack most of these symbols. */
const keyIcons: Readonly<Record<string, LucideIcon>> = {
  ArrowUp,
  ArrowDown,
  ArrowLeft,
  ArrowRight,
  Enter: CornerDownLeft,
};

/** Symbols on a Mac, words elsewhere. */
const macIcons: Readonly<Record<string, LucideIcon>> = {
  Command,
  Control: ChevronUp,
  Option,
  Shift: ArrowBigUp,
};

function KeyCap({ name }: { name: string }) {
  const Icon = keyIcons[name] ?? (isApplePlatform() ? macIcons[name] : undefined);
  return (
    <kbd
      title={Icon && name}
      className="inline-flex h-4 min-w-4 items-center justify-center rounded-mark border border-current/30 px-1 font-sans text-micro leading-none font-medium"
    >
      {Icon ? <Icon className="size-2.5" /> : name}
    </kbd>
  );
}

/** A shortcut as key caps, if it can be used. Screen readers get `aria-keyshortcuts` instead. */
export function Kbd({ shortcut, className }: KbdProps) {
  useSingleLetterShortcuts();
  if (!isUsableShortcut(shortcut)) return null;
  return (
    <span aria-hidden="true" className={cx('inline-flex items-center gap-0.5', className)}>
      {shortcutParts(shortcut).map((part) => (
        <KeyCap key={part} name={part} />
      ))}
    </span>
  );
}
