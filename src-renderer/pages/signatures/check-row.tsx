import { Ban, CircleAlert, CircleCheck, CircleDashed, TriangleAlert } from 'lucide-react';
import { Badge } from '#renderer/ui/badge.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Field } from '#renderer/ui/field.tsx';
import { Switch } from '#renderer/ui/switch.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { outcomeLabels } from '#shared/report/certification-labels.ts';
import type {
  CertificationCode,
  CertificationOutcome,
  CertificationResult,
} from '#shared/schemas/certification.ts';
import { switchOff, switchOn } from './certify-run.ts';

interface CheckRowProps {
  readonly code: CertificationCode;
  readonly title: string;
  readonly result: CertificationResult | undefined;
  /** Whether an earlier row of the group says the same. */
  readonly isRepeated: boolean;
  /** Why it is switched off; undefined while it is on. */
  readonly reason: string | undefined;
  readonly problem: string | undefined;
}

const marks: Readonly<
  Record<CertificationOutcome, { readonly Icon: typeof Ban; readonly colour: string }>
> = {
  passed: { Icon: CircleCheck, colour: 'text-ok' },
  warned: { Icon: TriangleAlert, colour: 'text-warn' },
  failed: { Icon: CircleAlert, colour: 'text-bad' },
  skipped: { Icon: Ban, colour: 'text-fg-2' },
  not_run: { Icon: CircleDashed, colour: 'text-fg-2' },
};

/** One check: what came of it, and whether it is made. */
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
              <span className={cx('font-normal', marks[result.outcome].colour)}>
                {outcomeLabels[result.outcome]}
              </span>
            )}
          </p>
          {result !== undefined && isOn && (
            <p className="text-fg-2">{isRepeated ? 'As above.' : result.message}</p>
          )}
          {result !== undefined && result.note !== null && !isRepeated && (
            <p className="text-small text-fg-2">{result.note}</p>
          )}
        </div>
        <Answers result={result} />
        <Switch
          checked={isOn}
          onChange={(on) => (on ? switchOn(code) : switchOff(code, ''))}
          label={`Check: ${title}`}
          labelHidden
        />
      </div>
      {!isOn && (
        <div className="pl-6">
          <Field label="Why it is switched off" error={reason === '' ? undefined : problem}>
            <TextField
              value={reason}
              placeholder="It stays in the report"
              maxLength={500}
              onChange={(event) => switchOff(code, event.target.value)}
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
      <CircleDashed
        className="icon-small mt-[3px] text-fg-3"
        strokeWidth={1.5}
        aria-hidden="true"
      />
    );
  const { Icon, colour } = marks[outcome];
  return (
    <>
      <Icon className={cx('icon-small mt-[3px]', colour)} strokeWidth={1.5} aria-hidden="true" />
      {outcome === 'passed' && <span className="sr-only">passed</span>}
    </>
  );
}

/** More would not fit, and are alike. */
const maxResponses = 2;

/** Without colour: a 401 is what a forged request should get. */
function Answers({ result }: { result: CertificationResult | undefined }) {
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
        {slowest < 1 ? '<1' : Math.round(slowest).toLocaleString('en')} ms
      </span>
    </span>
  );
}
