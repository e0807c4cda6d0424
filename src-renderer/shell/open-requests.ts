/** Opens the deep links and files that the system passes to the desktop app. */
import { host } from '#renderer/host/host.ts';
import { openFile } from '#renderer/pages/scenarios/open-file.ts';
import { navigate } from '#renderer/stores/route-store.ts';
import type { OpenRequest } from '#shared/schemas/desktop.ts';

async function open(request: OpenRequest): Promise<void> {
  if (request.kind === 'delivery')
    return navigate({ page: 'inspector', path: ['deliveries', String(request.id)] });
  navigate({ page: 'scenarios' });
  return openFile(new File([request.bytes], request.name));
}

export function followOpenRequests(): void {
  host.desktop?.onOpen((request) => void open(request));
}
