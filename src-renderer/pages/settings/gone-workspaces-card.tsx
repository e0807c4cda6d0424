import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { api } from '#renderer/data/query-client.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { formatBytes } from '#shared/lib/format.ts';
import type { DataFolderOfWorkspace } from '#shared/schemas/system.ts';

/** Data folders of workspaces whose path no longer exists; nothing if there are none. */
export function GoneWorkspacesCard() {
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
    try {
      await core.system.removeDataFolder({ id });
    } catch (error) {
      showFailure("Can't delete the data", error);
    }
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
