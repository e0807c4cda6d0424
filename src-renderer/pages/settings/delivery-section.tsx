import { useState } from 'react';
import { CancelOnDeletionSwitch } from '#renderer/components/cancel-on-deletion-switch.tsx';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showSettings, useSettings } from '#renderer/data/system.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { maxConcurrency, SettingsPatch, usualConcurrency } from '#shared/schemas/settings.ts';

export function DeliverySection() {
  const saved = useSettings()?.webhookConcurrency;
  return saved === undefined ? null : (
    <>
      <ConcurrencyCard saved={saved} />
      <Card title="Deletion requests">
        <CancelOnDeletionSwitch
          hint={(isOn) =>
            isOn
              ? 'When a user’s deletion is requested, deliveries that wait are cancelled.'
              : 'Off: when a user’s deletion is requested, deliveries that wait are still sent, also after the delete.'
          }
        />
      </Card>
    </>
  );
}

/** Why the core would refuse it; undefined when it would not. */
function problemOf(webhookConcurrency: number | null): string | undefined {
  return SettingsPatch.safeParse({ webhookConcurrency }).error?.issues[0]?.message;
}

function ConcurrencyCard({ saved }: { saved: number }) {
  // What is typed and not saved yet; null for an empty field.
  const [typed, setTyped] = useState<number | null | undefined>();
  const [refused, setRefused] = useState<string>();
  const [busy, setBusy] = useState(false);
  const value = typed === undefined ? saved : typed;
  const problem = problemOf(value);

  const change = (next: number | null): void => {
    setTyped(next);
    setRefused(undefined);
  };

  const save = async (): Promise<void> => {
    if (value === null || problem !== undefined || value === saved) return;
    setBusy(true);
    try {
      showSettings(await core.settings.update({ webhookConcurrency: value }));
      setTyped(undefined);
      showToast({ title: `Up to ${value} at once to a webhook from now on`, tone: 'ok' });
    } catch (error) {
      setRefused(errorSentence(error));
    }
    setBusy(false);
  };

  return (
    <Card title="Requests at once" meta="to one webhook URL">
      <form
        className="grid gap-2.5"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <p className="text-fg-2">
          How many requests to one webhook may await their answer at the same time. With more, a
          backlog is delivered sooner, as far as the receiver keeps up; with 1 it gets one event
          after the other. A webhook that hangs uses up its own requests, and nobody else’s.
        </p>
        <Field
          label="Requests at once"
          error={problem ?? refused}
          hint={`From 1 to ${maxConcurrency}; ${usualConcurrency} unless it is changed. It applies from the next request on.`}
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
            busy={busy}
            disabledReason={
              problem !== undefined
                ? 'Fix the number first'
                : value === saved
                  ? 'Nothing has been changed'
                  : undefined
            }
          >
            Save
          </Button>
          <Button
            disabledReason={value === usualConcurrency ? 'That is what it is' : undefined}
            onClick={() => change(usualConcurrency)}
          >
            Back to {usualConcurrency}
          </Button>
        </div>
      </form>
    </Card>
  );
}
