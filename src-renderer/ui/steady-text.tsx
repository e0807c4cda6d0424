import { cx } from './cx.ts';

export interface SteadyTextProps {
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
