import { Ban, CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { formatCount } from '#shared/lib/format.ts';
import { outcomeLabels } from '#shared/report/certification-labels.ts';
import type {
  CertificationCode,
  CertificationOutcome,
  CertificationResult,
} from '#shared/schemas/certification.ts';
import { disableCheck, enableCheck } from './certify-run.ts';

interface CheckRowProps {
  readonly code: CertificationCode;
  readonly title: string;
  readonly result: CertificationResult | undefined;
  /** Whether an earlier row of the group has the same message. */
  readonly isRepeated: boolean;
  /** Why it is off; undefined while it is on. */
  readonly reason: string | undefined;
  readonly problem: string | undefined;
}

const marks: Readonly<
  Record<CertificationOutcome, { readonly Icon: typeof Ban; readonly color: string }>
> = {
  passed: { Icon: CircleCheck, color: 'text-ok' },
  warned: { Icon: TriangleAlert, color: 'text-warn' },
  failed: { Icon: CircleAlert, color: 'text-bad' },
  skipped: { Icon: Ban, color: 'text-fg-2' },
  not_run: { Icon: CircleDashed, color: 'text-fg-2' },
};

export function CheckRow({ code, title, result, isRepeated, reason, problem }: CheckRowProps) {
  const isOn = reason === undefined;
  return (
    <li className="grid gap-1.5 border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="grid grid-cols-[14px_minmax(0,1fr)_auto_auto] items-start gap-x-2.5">
        <Mark outcome={result?.outcome} />
        <div className="min-w-0">
          <p className="font-medium">
            {title}{' '}
            {result !== undefined && result.outcome !== 'passed' && (
              <span className={cx('font-normal', marks[result.outcome].color)}>
                {outcomeLabels[result.outcome]}
              </span>
            )}
          </p>
          {result !== undefined && isOn && (
            <p className="text-fg-2">{isRepeated ? 'Same as above' : result.message}</p>
          )}
          {result !== undefined && result.note !== null && !isRepeated && (
            <p className="text-small text-fg-2">{result.note}</p>
          )}
        </div>
        <Responses result={result} />
        <Switch
          checked={isOn}
          onChange={(isEnabled) => (isEnabled ? enableCheck(code) : disableCheck(code, ''))}
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
              onChange={(event) => disableCheck(code, event.target.value)}
            />
          </Field>
        </div>
      )}
    </li>
  );
}

function Mark({ outcome }: { outcome: CertificationOutcome | undefined }) {
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

const maxResponses = 2;

/** Uncolored: a 401 is expected for a forged request. */
function Responses({ result }: { result: CertificationResult | undefined }) {
  const responses = result?.responses ?? [];
  if (responses.length === 0) return <span />;
  const slowest = Math.max(...responses.map(({ durationMs }) => durationMs));
  const statuses = responses.map(({ status }) => status ?? 'none').join(', ');
  return (
    <span className="flex items-center gap-1.5 text-small text-fg-2 tabular-nums">
      <Badge look="tag">
        {responses.length > maxResponses ? `${responses.length} responses` : statuses}
      </Badge>
      <span className="min-w-12 text-right">
        {slowest < 1 ? '<1' : formatCount(Math.round(slowest))} ms
      </span>
    </span>
  );
}
