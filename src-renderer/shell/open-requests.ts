/** Opens the deep links and files that the system passes to the desktop app. */
import { host } from '#renderer/host/host.ts';
import { openImport } from '#renderer/pages/inspector/import/import-store.ts';
import { readFile } from '#renderer/pages/inspector/import/run-import.ts';
import { openFile } from '#renderer/pages/scenarios/open-file.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import type { OpenRequest } from '#shared/schemas/desktop.ts';

async function open(request: OpenRequest): Promise<void> {
  if (request.kind === 'delivery')
    return navigate({ page: 'inspector', path: ['deliveries', String(request.id)] });
  const file = new File([request.bytes], request.name);
  if (!/\.har$/i.test(request.name)) {
    navigate({ page: 'scenarios' });
    return openFile(file);
  }
  // Sends nothing until the user confirms the plan.
  navigate({ page: 'inspector', path: ['resends'] });
  openImport();
  await readFile(file);
}

export function followOpenRequests(): void {
  host.desktop?.onOpen((request) => void open(request));
}
