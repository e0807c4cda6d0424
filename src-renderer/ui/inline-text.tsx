import { ArrowRight } from 'lucide-react';
import { cx } from './cx.ts';

interface SteadyTextProps {
  /** The current text. */
  children: string;
  /** The widest text, whose width is reserved. */
  widest: string;
  className?: string | undefined;
}

/** A frequently changing text with tabular figures and a reserved width. */
export function SteadyText({ children, widest, className }: SteadyTextProps) {
  return (
    <span className={cx('inline-grid whitespace-nowrap tabular-nums', className)}>
      <span className="col-start-1 row-start-1">{children}</span>
      <span aria-hidden="true" className="invisible col-start-1 row-start-1">
        {widest}
      </span>
    </span>
  );
}

interface HostPathProps {
  /** Host and path, such as `127.0.0.1:8379/mock/outage`. */
  children: string;
  /** Full text on hover; defaults to the text itself. */
  title?: string | undefined;
  className?: string | undefined;
}

/** A webhook's name; the host truncates first, since paths tell webhooks apart. */
export function HostPath({ children, title = children, className }: HostPathProps) {
  const slash = children.indexOf('/');
  const [host, path] =
    slash < 0 ? [children, ''] : [children.slice(0, slash), children.slice(slash)];
  return (
    <span className={cx('bytes flex min-w-0', className)} title={title}>
      <span className="truncate">{host}</span>
      {path !== '' && <span className="max-w-[calc(100%-5ch)] flex-none truncate">{path}</span>}
    </span>
  );
}

/** An arrow between two texts, as an icon, since the bundled fonts lack it. */
export function ArrowTo() {
  return (
    // Positioned, so the hidden word is clipped with its line.
    <span className="relative">
      <span className="sr-only"> to </span>
      <ArrowRight
        aria-hidden="true"
        className="mx-1 inline-block size-[1em] align-[-0.125em] text-fg-2"
      />
    </span>
  );
}
