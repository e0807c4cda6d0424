import { type FormEvent, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { showSettings, useSettings } from '#renderer/stores/settings-store.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-area.tsx';
import { showToast } from '#renderer/ui/toast.tsx';

export function PrivacySection() {
  const saved = useSettings(({ settings }) => settings?.headersToRedact);
  return saved === undefined ? null : <HeadersToRedact saved={saved} />;
}

const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function HeadersToRedact({ saved }: { saved: readonly string[] }) {
  const savedText = saved.join('\n');
  // Unsaved input.
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [busy, setBusy] = useState(false);
  const text = typed ?? savedText;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      showSettings(await core.settings.update({ headersToRedact: namesIn(text) }));
      setTyped(undefined);
      showToast({ title: 'Saved', tone: 'ok' });
    } catch (problem) {
      setError(errorSentence(problem));
    }
    setBusy(false);
  };

  return (
    <Card title="Headers to redact">
      <form className="grid gap-2.5" onSubmit={(event) => void save(event)}>
        <p className="text-fg-2">
          Redacted in exports and copied commands, like Authorization and Cookie
        </p>
        <Field label="Header names" error={error} hint="One per line, such as X-Tenant-Cred">
          <TextArea
            mono
            value={text}
            onChange={(event) => {
              setTyped(event.target.value);
              setError(undefined);
            }}
          />
        </Field>
        <div>
          <Button
            type="submit"
            variant="primary"
            busy={busy}
            disabledReason={text === savedText ? 'No changes to save' : undefined}
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
