import { Field as Base } from '@base-ui/react/field';
import { CircleAlert, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from './cx.ts';

export interface FieldProps {
  label: ReactNode;
  /** The control; it gets its label, hint and error by context. */
  children: ReactNode;
  hint?: ReactNode;
  /** Why the value is invalid; the typed value stays. */
  error?: string | undefined;
  /** Valid, but possibly unintended. */
  warning?: ReactNode;
  /** Beside the label: a link, a count, a small button. */
  aside?: ReactNode;
  optional?: boolean | undefined;
  disabled?: boolean | undefined;
  /** The label stands before the control. */
  inline?: boolean | undefined;
  className?: string | undefined;
}

/** A label, a control and, if there is one, a line below for error, warning or hint. */
export function Field({
  label,
  children,
  hint,
  error,
  warning,
  aside,
  optional,
  disabled,
  inline = false,
  className,
}: FieldProps) {
  const hasLine = error !== undefined || Boolean(warning) || Boolean(hint);
  return (
    <Base.Root
      invalid={error !== undefined}
      disabled={disabled}
      className={cx('flex min-w-0 flex-col gap-1', !hasLine && 'pb-1', className)}
    >
      {inline ? (
        <div className="flex min-w-0 items-center gap-2">
          <Base.Label className="flex-none text-fg-2">{label}</Base.Label>
          <div className="min-w-0 flex-1">{children}</div>
        </div>
      ) : (
        <>
          <div className="flex items-baseline gap-2">
            <Base.Label className="font-medium text-fg">{label}</Base.Label>
            {optional && <span className="text-small text-fg-3">optional</span>}
            {aside && <span className="ml-auto text-small text-fg-2">{aside}</span>}
          </div>
          {children}
        </>
      )}
      <div className="text-small empty:hidden">
        {error !== undefined ? (
          <Base.Error match={true} className="flex gap-1.5 text-bad" role="alert">
            <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
            {error}
          </Base.Error>
        ) : warning ? (
          <Base.Description className="flex gap-1.5 text-warn" render={<div />}>
            <TriangleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
            <span>{warning}</span>
          </Base.Description>
        ) : (
          hint && (
            <Base.Description className="text-fg-2" render={<div />}>
              {hint}
            </Base.Description>
          )
        )}
      </div>
    </Base.Root>
  );
}
