import { useState } from 'react';
import { CancelOnDeletionSwitch } from '#renderer/connections/cancel-on-deletion-switch.tsx';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { setSettings, useSettings } from '#renderer/kit/data/system.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { defaultConcurrency, maxConcurrency, SettingsPatch } from '#shared/settings/settings.ts';

export function DeliverySection() {
  const saved = useSettings()?.webhookConcurrency;
  return saved === undefined ? null : (
    <>
      <ConcurrencyCard saved={saved} />
      <Card title="Deletion requests">
        <CancelOnDeletionSwitch />
      </Card>
    </>
  );
}

function problemOf(webhookConcurrency: number | null): string | undefined {
  return SettingsPatch.safeParse({ webhookConcurrency }).error?.issues[0]?.message;
}

function ConcurrencyCard({ saved }: { saved: number }) {
  // Unsaved input; null for an empty field.
  const [typed, setTyped] = useState<number | null | undefined>();
  const [saveError, setSaveError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const value = typed === undefined ? saved : typed;
  const problem = problemOf(value);

  const change = (next: number | null): void => {
    setTyped(next);
    setSaveError(undefined);
  };

  const save = async (): Promise<void> => {
    if (value === null || problem !== undefined || value === saved) return;
    setBusy(true);
    try {
      setSettings(await core.settings.update({ webhookConcurrency: value }));
      setTyped(undefined);
      showToast({ title: 'Saved', tone: 'ok' });
    } catch (error) {
      setSaveError(errorSentence(error));
    }
    setBusy(false);
  };

  return (
    <Card title="Concurrency" meta="per URL">
      <form
        className="grid gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <Field
          label="Concurrent requests"
          error={problem ?? saveError}
          hint={`1 to ${maxConcurrency}, default ${defaultConcurrency}`}
        >
          <NumberField
            className="w-40"
            value={value}
            onChange={change}
            min={1}
            max={maxConcurrency}
            unit={value === 1 ? 'request' : 'requests'}
          />
        </Field>
        <div className="flex gap-2">
          <Button
            type="submit"
            variant="primary"
            busy={isBusy}
            disabledReason={
              problem !== undefined ? 'Fix the number' : value === saved ? 'No changes' : undefined
            }
          >
            Save
          </Button>
          <Button
            disabledReason={value === defaultConcurrency ? 'Already the default' : undefined}
            onClick={() => change(defaultConcurrency)}
          >
            Reset
          </Button>
        </div>
      </form>
    </Card>
  );
}
