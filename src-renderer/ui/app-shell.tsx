import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { useSpokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { cx } from './cx.ts';
import { Tooltip } from './popup.tsx';

interface AppShellProps {
  /** Top bar content after the logo. */
  topBar: ReactNode;
  /** RailItems. */
  rail: ReactNode;
  /** RailItems at the bottom. */
  railEnd?: ReactNode;
  /** Between top bar and content. */
  banner?: ReactNode;
  children: ReactNode;
}

/** The fixed frame of top bar, rail and page. */
export function AppShell({ topBar, rail, railEnd, banner, children }: AppShellProps) {
  return (
    <div className="grid h-full grid-cols-[84px_minmax(0,1fr)] grid-rows-[48px_auto_minmax(0,1fr)] max-lg:grid-cols-[72px_minmax(0,1fr)]">
      <a
        href="#content"
        className="sr-only z-50 rounded-control bg-accent px-3 py-1.5 text-accent-fg focus:not-sr-only focus:absolute focus:top-2 focus:left-2"
      >
        Skip to content
      </a>
      <header className="col-span-2 flex min-w-0 items-center border-b border-line bg-bg-1">
        <span className="grid w-21 flex-none place-items-center text-accent max-lg:w-18">
          <Mark />
        </span>
        <div className="flex min-w-0 flex-1 items-center gap-2.5 pr-3">{topBar}</div>
      </header>
      <nav
        aria-label="Pages"
        className="row-span-2 flex min-h-0 flex-col gap-0.5 overflow-y-auto border-r border-line bg-bg-1 px-1.5 py-2 max-lg:px-0.5"
      >
        {rail}
        <span className="flex-1" />
        {railEnd}
      </nav>
      <div className="min-w-0">{banner}</div>
      <main id="content" tabIndex={-1} className="min-h-0 min-w-0 overflow-hidden outline-none">
        {children}
      </main>
    </div>
  );
}

interface RailItemProps {
  icon: LucideIcon;
  label: string;
  href: string;
  current: boolean;
  shortcut?: string | undefined;
  /** Unseen items: their count and accessible text. */
  badge?: { readonly count: number; readonly label: string } | undefined;
  /** Called when the user hovers over the link or focuses it. */
  onIntent?: (() => void) | undefined;
}

/** A rail link to a page; a real link, so it can open in a new tab. */
export function RailItem({
  icon: Icon,
  label,
  href,
  current,
  shortcut,
  badge,
  onIntent,
}: RailItemProps) {
  const link = (
    <a
      href={href}
      aria-current={current ? 'page' : undefined}
      aria-keyshortcuts={useSpokenShortcut(shortcut)}
      onPointerEnter={onIntent}
      onFocus={onIntent}
      className={cx(
        'relative flex flex-none flex-col items-center gap-1 rounded-control pt-2 pb-1.75 text-micro short:py-1.5 font-medium transition-colors -outline-offset-2',
        current ? 'bg-accent-bg text-accent' : 'text-fg-2 hover:bg-bg-2 hover:text-fg',
      )}
    >
      <Icon size={18} strokeWidth={1.5} aria-hidden="true" />
      <span className="text-center short:sr-only">{label}</span>
      {badge && badge.count > 0 && <Badge {...badge} />}
    </a>
  );
  return shortcut ? (
    <Tooltip content={label} shortcut={shortcut} side="right">
      {link}
    </Tooltip>
  ) : (
    link
  );
}

function Badge({ count, label }: { count: number; label: string }) {
  return (
    <>
      <span
        aria-hidden="true"
        data-keep-color
        className="absolute top-0.5 left-[calc(50%+4px)] grid h-3.75 min-w-3.75 place-items-center rounded-full bg-bad px-1 text-micro leading-none font-semibold text-bg-1 tabular-nums"
      >
        {count > 99 ? '99+' : count}
      </span>
      <span className="sr-only">({label})</span>
    </>
  );
}

/** The logo: a fishhook on its line. */
export function Mark({ size = 22 }: { size?: number | undefined }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 22 22"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      role="img"
      aria-label="Hookwright"
    >
      <path d="M14.5 3v9.5a5 5 0 0 1-10 0V11" />
      <path d="m2 13 2.5-2.5L7 13" />
      <circle cx="14.5" cy="3.2" r=".6" fill="currentColor" />
      <path d="M18.5 8.5v4" opacity=".45" />
    </svg>
  );
}
