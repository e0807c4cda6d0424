import { useQuery, useQueryClient } from '@tanstack/react-query';
import { FolderOpen, KeyRound, Trash2, TriangleAlert } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { noteResult, setJobListOpen } from '#renderer/jobs/job-actions.ts';
import { SkippedList } from '#renderer/jobs/job-view.tsx';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { setSettings, useSettings, useSystem } from '#renderer/kit/data/system.ts';
import { host } from '#renderer/kit/host/host.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { BulkPlan } from '#shared/jobs/job.ts';
import { deliveriesText } from '#shared/jobs/text.ts';
import { formatBytes } from '#shared/kit/format.ts';
import type { DataFolderOfWorkspace } from '#shared/settings/system.ts';
import { CopyLine } from './addresses-section.tsx';
import { RetentionCard } from './retention-card.tsx';

function DeleteDataCard() {
  return (
    <Card title="Delete data">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="text-fg-2">Keeps sources, destinations, mock endpoints and settings</span>
        <DeleteDataButton />
      </div>
    </Card>
  );
}

/** Shows the plan first: the job can't be undone. */
function DeleteDataButton() {
  const [isOpen, setOpen] = useState(false);
  return (
    <Popover
      align="end"
      title="Delete all received data?"
      open={isOpen}
      onOpenChange={setOpen}
      className="w-[300px]"
      trigger={
        <Button variant="danger" icon={Trash2}>
          Delete all data
        </Button>
      }
    >
      <DeletePlan close={() => setOpen(false)} />
    </Popover>
  );
}

function DeletePlan({ close }: { close: () => void }) {
  const { data: plan, error } = useQuery({
    ...api.jobs.plan.queryOptions({ input: { kind: 'delete' } }),
    staleTime: 0,
    gcTime: 0,
  });
  const start = async ({ kind, bounds }: BulkPlan): Promise<void> => {
    close();
    if (await noteResult("Can't delete", () => core.jobs.start({ kind, bounds })))
      setJobListOpen(true);
  };
  if (error !== null) return <p className="text-bad">{errorSentence(error)}</p>;
  if (plan?.kind !== 'delete') return <Spinner />;
  return (
    <div className="grid gap-2">
      <p>{deliveriesText(plan.applyCount)}, messages, rejected requests and mock endpoint logs</p>
      <p className="text-small text-fg-2">This can't be undone.</p>
      <SkippedList label="Skipped" groups={plan.skipped} />
      <div className="mt-1 flex gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button variant="danger" onClick={() => void start(plan)}>
          Delete
        </Button>
      </div>
    </div>
  );
}

/** Data folders of workspaces whose path no longer exists; nothing if there are none. */
function GoneWorkspacesCard() {
  const { data: folders = [] } = useQuery({
    ...api.system.dataFolders.queryOptions(),
    staleTime: 0,
    gcTime: 0,
  });
  if (folders.length === 0) return null;
  return (
    <Card title="Data of missing workspaces">
      <ul className="grid gap-2.5">
        {folders.map((folder) => (
          <GoneWorkspace key={folder.id} {...folder} />
        ))}
      </ul>
    </Card>
  );
}

function GoneWorkspace({ id, folder, bytes }: DataFolderOfWorkspace) {
  const queries = useQueryClient();
  const remove = async (): Promise<void> => {
    await perform("Can't delete the data", async () => {
      await core.system.removeDataFolder({ id });
    });
    await queries.invalidateQueries({ queryKey: api.system.dataFolders.key() });
  };
  return (
    <li className="flex flex-wrap items-center justify-between gap-3">
      <span className="[overflow-wrap:anywhere]">{folder}</span>
      <span className="flex items-center gap-3 text-fg-2">
        {formatBytes(bytes)}
        <Popover
          align="end"
          title={`Delete the data of ${folder}?`}
          trigger={
            <Button variant="danger" icon={Trash2}>
              Delete
            </Button>
          }
        >
          <div className="grid gap-2">
            <p className="text-small text-fg-2">This can't be undone.</p>
            <Button variant="danger" onClick={() => void remove()}>
              Delete data
            </Button>
          </div>
        </Popover>
      </span>
    </li>
  );
}

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
