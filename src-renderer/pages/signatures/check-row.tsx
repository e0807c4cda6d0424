import {
  Ban,
  CircleAlert,
  CircleCheck,
  CircleDashed,
  CircleHelp,
  TriangleAlert,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { CertificationOutcome } from '#shared/schemas/certification.ts';
import type { SenderOutcome } from '#shared/schemas/sender-certification.ts';

type Outcome = CertificationOutcome | SenderOutcome;

interface CheckRowProps {
  readonly title: string;
  /** Undefined before the check. */
  readonly outcome: Outcome | undefined;
  readonly outcomeLabel: string | undefined;
  readonly message: string | undefined;
  readonly note: string | null;
  /** At the end of the row. */
  readonly aside?: ReactNode;
  /** Below the message. */
  readonly children?: ReactNode;
  /** Why it is off; undefined while it is on. */
  readonly reason: string | undefined;
  readonly problem: string | undefined;
  /** Undefined turns the check on. */
  readonly onReason: (reason: string | undefined) => void;
}

const marks: Readonly<Record<Outcome, { readonly Icon: typeof Ban; readonly color: string }>> = {
  passed: { Icon: CircleCheck, color: 'text-ok' },
  warned: { Icon: TriangleAlert, color: 'text-warn' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  skipped: { Icon: Ban, color: 'text-fg-2' },
  not_run: { Icon: CircleDashed, color: 'text-fg-2' },
  not_observed: { Icon: CircleDashed, color: 'text-fg-2' },
  inconclusive: { Icon: CircleHelp, color: 'text-warn' },
};

/** A check of a certification, with a switch to skip it for a reason. */
export function CheckRow(props: CheckRowProps) {
  const { title, outcome, outcomeLabel, message, note, aside, reason, problem, onReason } = props;
  const isOn = reason === undefined;
  return (
    <li className="grid gap-1.5 border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="grid grid-cols-[14px_minmax(0,1fr)_auto_auto] items-start gap-x-2.5">
        <Mark outcome={outcome} />
        <div className="min-w-0">
          <p className="font-medium">
            {title}{' '}
            {outcome !== undefined && outcome !== 'passed' && (
              <span className={cx('font-normal', marks[outcome].color)}>{outcomeLabel}</span>
            )}
          </p>
          {message !== undefined && isOn && (
            <p className="text-fg-2 [overflow-wrap:anywhere]">{message}</p>
          )}
          {note !== null && <p className="text-small text-fg-2">{note}</p>}
          {isOn && props.children}
        </div>
        {aside ?? <span />}
        <Switch
          checked={isOn}
          onChange={(isEnabled) => onReason(isEnabled ? undefined : '')}
          label={`Check: ${title}`}
          labelHidden
        />
      </div>
      {!isOn && (
        <div className="pl-6">
          <Field label="Reason" error={reason === '' ? undefined : problem}>
            <TextField
              value={reason}
              placeholder="Shown in the report"
              maxLength={500}
              onChange={(event) => onReason(event.target.value)}
            />
          </Field>
        </div>
      )}
    </li>
  );
}

function Mark({ outcome }: { outcome: Outcome | undefined }) {
  if (outcome === undefined)
    return (
      <CircleDashed className="icon-small mt-0.75 text-fg-3" strokeWidth={1.5} aria-hidden="true" />
    );
  const { Icon, color } = marks[outcome];
  return (
    <>
      <Icon className={cx('icon-small mt-0.75', color)} strokeWidth={1.5} aria-hidden="true" />
      {outcome === 'passed' && <span className="sr-only">passed</span>}
    </>
  );
}
