import { type FormEvent, useState } from 'react';
import { useLedger } from '#renderer/kit/data/ledger.ts';
import { useSettings, useSystem } from '#renderer/kit/data/system.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { bytesPerGb, formatBytes, formatCount } from '#shared/kit/format.ts';
import { defaultRetention, maxRetentionDays, Retention } from '#shared/settings/retention.ts';
import { saveRetention } from './banners.tsx';

/** Somewhat more than the minimum of the schema. */
const minGb = 0.1;

/** In the units of the form, unlike the messages of the schema. */
const limitErrors: Readonly<Record<keyof Retention, string>> = {
  maxAgeDays: `Enter 1 to ${formatCount(maxRetentionDays)} days.`,
  maxDeliveries: 'Enter 1 or more.',
  maxBytes: `Enter ${minGb} GB or more.`,
};

export function RetentionCard() {
  const saved = useSettings()?.retention;
  return saved === undefined ? null : <RetentionForm key={JSON.stringify(saved)} saved={saved} />;
}

function RetentionForm({ saved }: { saved: Retention }) {
  const bytes = useSystem()?.storage.bytes ?? 0;
  const ledger = useLedger((current) => current);
  const [limits, setLimits] = useState(saved);
  const [saveError, setSaveError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);
  const issues = Retention.safeParse(limits).error?.issues ?? [];
  const problemOf = (field: keyof Retention) =>
    issues.some(({ path }) => path[0] === field) ? limitErrors[field] : undefined;
  const isSame = (other: Retention) => JSON.stringify(other) === JSON.stringify(limits);

  const change = (change: Partial<Retention>): void => {
    setLimits({ ...limits, ...change });
    setSaveError(null);
  };

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (issues.length > 0) return;
    setBusy(true);
    const problem = await saveRetention(limits);
    setBusy(false);
    setSaveError(problem);
    if (problem === null) showToast({ title: 'Saved', tone: 'ok' });
  };

  return (
    <Card
      title="Retention"
      meta={`${formatBytes(bytes)} on disk`}
      actions={<LearnMore topic="retention" />}
    >
      <form noValidate className="grid gap-2.5" onSubmit={(event) => void save(event)}>
        <p className="text-fg-2">
          Deletes the oldest finished deliveries. Leave empty for no limit.
          {ledger !== null && ledger.deleted > 0 && (
            <>
              {' '}
              {formatCount(ledger.routed - ledger.deleted)} of {formatCount(ledger.routed)}{' '}
              deliveries kept.
            </>
          )}
        </p>
        <div className="grid grid-cols-3 gap-3">
          <Field label="Maximum age" error={problemOf('maxAgeDays')}>
            <NumberField
              value={limits.maxAgeDays}
              onChange={(maxAgeDays) => change({ maxAgeDays })}
              min={1}
              unit="days"
            />
          </Field>
          <Field label="Maximum deliveries" error={problemOf('maxDeliveries')}>
            <NumberField
              value={limits.maxDeliveries}
              onChange={(maxDeliveries) => change({ maxDeliveries })}
              min={1}
              step={1_000}
            />
          </Field>
          <Field
            label="Maximum size"
            error={problemOf('maxBytes')}
            hint="The database and its log together."
          >
            <NumberField
              value={
                limits.maxBytes === null ? null : Number((limits.maxBytes / bytesPerGb).toFixed(2))
              }
              onChange={(size) =>
                change({ maxBytes: size === null ? null : Math.round(size * bytesPerGb) })
              }
              min={minGb}
              step={0.1}
              unit="GB"
            />
          </Field>
        </div>
        {saveError !== null && (
          <p role="alert" className="text-small text-bad">
            {saveError}
          </p>
        )}
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabledReason={
              issues.length > 0 ? 'Fix the limits' : isSame(saved) ? 'No changes' : undefined
            }
          >
            Save
          </Button>
          <Button
            disabledReason={isSame(defaultRetention) ? 'These are the defaults' : undefined}
            onClick={() => change(defaultRetention)}
          >
            Reset
          </Button>
        </div>
      </form>
    </Card>
  );
}
