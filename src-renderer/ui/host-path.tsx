import { cx } from './cx.ts';

export interface HostPathProps {
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
