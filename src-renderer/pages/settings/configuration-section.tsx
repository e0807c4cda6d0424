import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { host } from '#renderer/host/host.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/checkbox.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { type AppliedFile, applyFile, issuePath } from './apply-file.ts';

/** The file lists the others. */
const maxNamed = 3;

function leftOutLabels(fields: readonly string[]): string {
  const named = fields.slice(0, maxNamed).join(', ');
  return fields.length > maxNamed ? `${named} and ${fields.length - maxNamed} more` : named;
}

async function download(secrets: boolean): Promise<void> {
  try {
    const configuration = await core.configuration.get({ secrets });
    const text = `${JSON.stringify(configuration, null, 2)}\n`;
    host.saveTextFile('hookwright.json', text, 'application/json');
    const { redacted = [] } = configuration;
    if (redacted.length > 0)
      showToast({
        title: 'Exported without secrets',
        description: `Left out: ${leftOutLabels(redacted)}. The file lists them under "redacted".`,
      });
  } catch (error) {
    showFailure('It was not exported', error);
  }
}

export function ConfigurationSection() {
  const [secrets, setSecrets] = useState(false);
  const [busy, setBusy] = useState(false);
  const [applied, setApplied] = useState<AppliedFile | null>(null);

  const importFile = async (): Promise<void> => {
    const file = await host.chooseTextFile('.json,application/json');
    if (file === null) return;
    setBusy(true);
    setApplied(await applyFile(file));
    setBusy(false);
  };

  return (
    <>
      <p className="text-fg-2">
        Sources, destinations and receivers as one JSON file: to keep beside a project, to give to a
        colleague, or to start Hookwright with (<code className="bytes">--config FILE</code>).
      </p>
      <Card title="Export" actions={<LearnMore topic="configuration" />}>
        <div className="flex flex-wrap items-start gap-4">
          <Button icon={Download} onClick={() => void download(secrets)}>
            Export the configuration
          </Button>
          <Checkbox
            checked={secrets}
            onChange={setSecrets}
            label="With secrets"
            hint="Shared secrets, write keys, and credentials in headers and URLs, as plain text"
          />
        </div>
      </Card>
      <Card title="Import">
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={FileUp} busy={busy} onClick={() => void importFile()}>
              Import a file
            </Button>
            <span className="text-fg-2">What the file does not name stays as it is.</span>
          </div>
          {applied !== null && <AppliedFileResult applied={applied} />}
        </div>
      </Card>
    </>
  );
}

function AppliedFileResult({ applied }: { applied: AppliedFile }) {
  if (applied.kind === 'refused') {
    return (
      <Banner tone="bad" title={`${applied.name} was not imported.`}>
        {applied.sentence}
        {applied.issues.length > 0 && (
          <ul className="mt-1 grid gap-0.5">
            {applied.issues.map((issue) => (
              <li key={`${issuePath(issue)} ${issue.message}`}>
                <code className="bytes">{issuePath(issue)}</code>: {issue.message}
              </li>
            ))}
          </ul>
        )}
      </Banner>
    );
  }
  const { created, updated, unchanged, omitted } = applied.result;
  return (
    <Banner tone="ok" title={`${applied.name} was imported.`}>
      <Names word="Created" names={created} />
      <Names word="Updated" names={updated} />
      <Names word="Unchanged" names={unchanged} />
      {omitted.length > 0 && (
        <Names word="Left out because the file redacts them" names={omitted} />
      )}
    </Banner>
  );
}

function Names({ word, names }: { word: string; names: readonly string[] }) {
  return (
    <span className="block">
      {word}: {names.length === 0 ? 'nothing' : names.join(', ')}
    </span>
  );
}
