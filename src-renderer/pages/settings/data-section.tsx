import { FolderOpen, KeyRound, TriangleAlert } from 'lucide-react';
import { host } from '#renderer/host/host.ts';
import { useSystem } from '#renderer/stores/system-store.ts';
import { Card } from '#renderer/ui/card.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { CopyLine } from './copy-line.tsx';

export function DataSection() {
  const system = useSystem((state) => state.system);
  if (system === null) return null;
  const { dataFolder, secretsAtRest } = system;
  const reveal = host.showItemInFolder;
  return (
    <>
      <Card title="Folder">
        <div className="grid gap-2.5">
          <CopyLine
            text={dataFolder}
            label="Copy the path"
            actions={
              reveal && (
                <IconButton
                  size="small"
                  icon={FolderOpen}
                  label="Show the folder"
                  onClick={() => reveal(dataFolder)}
                />
              )
            }
          />
          <p className="text-fg-2">
            Everything lies in one database file in this folder: messages, deliveries, attempts and
            settings. Nothing leaves this machine but the requests to your webhooks.
          </p>
        </div>
      </Card>
      <Card title="Secrets at rest">
        <SecretsAtRest encrypted={secretsAtRest === 'encrypted'} />
      </Card>
    </>
  );
}

function SecretsAtRest({ encrypted }: { encrypted: boolean }) {
  const Icon = encrypted ? KeyRound : TriangleAlert;
  return (
    <p className="flex gap-2">
      <Icon
        className={`icon-small mt-[3px] ${encrypted ? 'text-ok' : 'text-warn'}`}
        strokeWidth={1.5}
        aria-hidden="true"
      />
      {encrypted
        ? 'Shared secrets are encrypted with the keychain of this system before they are written.'
        : 'Shared secrets are written as plain text, since no keychain is available here. Whoever can read the folder can read them.'}
    </p>
  );
}
