import { FolderOpen, KeyRound, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { core } from '#renderer/data/core.ts';
import { errorSentence } from '#renderer/data/error-sentence.ts';
import { setSettings, useSettings, useSystem } from '#renderer/data/system.ts';
import { host } from '#renderer/host/host.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { CopyLine } from './addresses-section.tsx';
import { DeleteDataCard } from './delete-data-card.tsx';
import { GoneWorkspacesCard } from './gone-workspaces-card.tsx';
import { RetentionCard } from './retention-card.tsx';

export function DataSection() {
  const system = useSystem();
  if (system === null) return null;
  const { dataFolder, secretsAtRest } = system;
  const reveal = host.showItemInFolder;
  return (
    <>
      <Card title="Data folder">
        <div className="grid gap-2.5">
          <CopyLine
            text={dataFolder}
            label="Copy path"
            actions={
              reveal && (
                <IconButton
                  size="small"
                  icon={FolderOpen}
                  label="Show folder"
                  onClick={() => reveal(dataFolder)}
                />
              )
            }
          />
          <p className="text-fg-2">All data, in one database</p>
        </div>
      </Card>
      <RetentionCard />
      <Card title="Secrets at rest">
        <SecretsAtRest encrypted={secretsAtRest === 'encrypted'} />
      </Card>
      <DeleteDataCard />
      <GoneWorkspacesCard />
    </>
  );
}

function SecretsAtRest({ encrypted }: { encrypted: boolean }) {
  const Icon = encrypted ? KeyRound : TriangleAlert;
  return (
    <p className="flex gap-2">
      <Icon
        className={`icon-small mt-0.75 ${encrypted ? 'text-ok' : 'text-warn'}`}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      {encrypted ? 'Encrypted with system keychain' : 'Plain text: no system keychain'}
    </p>
  );
}

export function PrivacySection() {
  const saved = useSettings()?.headersToRedact;
  return saved === undefined ? null : <HeadersToRedact saved={saved} />;
}

const namesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((name) => name.trim())
    .filter((name) => name !== '');

function HeadersToRedact({ saved }: { saved: readonly string[] }) {
  const savedText = saved.join('\n');
  const [typed, setTyped] = useState<string>();
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const text = typed ?? savedText;

  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setBusy(true);
    try {
      setSettings(await core.settings.update({ headersToRedact: namesIn(text) }));
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
        <p className="text-fg-2">Redacted in exports and copied commands</p>
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
            busy={isBusy}
            disabledReason={text === savedText ? 'No changes' : undefined}
          >
            Save
          </Button>
        </div>
      </form>
    </Card>
  );
}
