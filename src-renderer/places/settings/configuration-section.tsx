import { Download, FileUp } from 'lucide-react';
import { useState } from 'react';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { host } from '#renderer/kit/host/host.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Checkbox } from '#renderer/ui/toggles.tsx';
import { timestampsToText } from '#shared/kit/timestamps.ts';
import { Configuration } from '#shared/settings/configuration.ts';
import { type AppliedFile, applyFile, issuePath } from './apply-file.ts';

const maxNamed = 3;

function fieldsText(fields: readonly string[]): string {
  const listed = fields.slice(0, maxNamed).join(', ');
  return fields.length > maxNamed ? `${listed} and ${fields.length - maxNamed} more` : listed;
}

const download = (secrets: boolean): Promise<boolean> =>
  perform("Can't export", async () => {
    const configuration = await core.configuration.get({ secrets });
    const file = timestampsToText(Configuration, configuration);
    const text = `${JSON.stringify(file, null, 2)}\n`;
    host.saveFile('hookwright.json', 'application/json', text);
    const { redacted = [] } = configuration;
    if (redacted.length === 0) return;
    return {
      title: 'Exported without secrets',
      description: `Redacted: ${fieldsText(redacted)}`,
    };
  });

export function ConfigurationSection() {
  const [secrets, setSecrets] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const [applied, setApplied] = useState<AppliedFile | null>(null);

  const importFile = async (): Promise<void> => {
    const file = await host.chooseFile('.json,application/json');
    if (file === null) return;
    setBusy(true);
    setApplied(await applyFile(file));
    setBusy(false);
  };

  return (
    <>
      <p className="text-fg-2">
        Sources, destinations and mock endpoints as JSON. Load with{' '}
        <code className="bytes">--config FILE</code>
      </p>
      <Card title="Export" actions={<LearnMore topic="configuration" />}>
        <div className="flex flex-wrap items-start gap-4">
          <Button icon={Download} onClick={() => void download(secrets)}>
            Export configuration
          </Button>
          <Checkbox
            checked={secrets}
            onChange={setSecrets}
            label="Include secrets"
            hint="Write keys and credentials, as plain text"
          />
        </div>
      </Card>
      <Card title="Import">
        <div className="grid gap-3">
          <div className="flex flex-wrap items-center gap-3">
            <Button icon={FileUp} busy={isBusy} onClick={() => void importFile()}>
              Import file
            </Button>
            <span className="text-fg-2">Keeps what isn't in the file</span>
          </div>
          {applied !== null && <AppliedFileResult applied={applied} />}
        </div>
      </Card>
    </>
  );
}

function AppliedFileResult({ applied }: { applied: AppliedFile }) {
  if (applied.kind === 'rejected') {
    return (
      <Banner tone="bad" title={`Can't import ${applied.name}.`}>
        {applied.message}
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
    <Banner tone="ok" title={`Imported ${applied.name}.`}>
      <Names label="Created" names={created} />
      <Names label="Updated" names={updated} />
      <Names label="Unchanged" names={unchanged} />
      {omitted.length > 0 && <Names label="Skipped (redacted)" names={omitted} />}
    </Banner>
  );
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <span className="block">
      {label}: {names.length === 0 ? 'none' : names.join(', ')}
    </span>
  );
}
