import { ArrowRight } from 'lucide-react';
import { cx } from './cx.ts';

interface SteadyTextProps {
  /** The text there is now. */
  children: string;
  /** The widest text there will be: its room is kept, so that nothing beside it moves. */
  widest: string;
  className?: string | undefined;
}

/** A text that changes often, in figures of one width and in room that stays. */
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
  /** Host and path, such as `127.0.0.1:8379/r/outage`. */
  children: string;
  /** What it is short for, shown on hover; itself where left out. */
  title?: string | undefined;
  className?: string | undefined;
}

/** The name of a webhook. Where there is little room the host gives way first: paths tell hooks apart. */
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

/** An arrow between two texts. An icon, since the bundled fonts have no arrow. */
export function ArrowTo() {
  return (
    // Positioned, so that the hidden word is clipped with its line.
    <span className="relative">
      <span className="sr-only"> to </span>
      <ArrowRight
        aria-hidden="true"
        className="mx-1 inline-block size-[1em] align-[-0.125em] text-fg-2"
      />
    </span>
  );
}
