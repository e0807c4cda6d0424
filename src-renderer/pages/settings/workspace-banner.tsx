import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { reloadSystem, useSystem } from '#renderer/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';

export const useHasWorkspaceBanner = (): boolean => useSystem()?.workspace?.isTrusted === false;

async function trust(): Promise<void> {
  try {
    await core.system.trustWorkspace();
    await reloadSystem();
  } catch (error) {
    showFailure("Can't trust the workspace", error);
  }
}

/** Asks before a workspace may send beyond this machine. */
export function WorkspaceBanner() {
  const workspace = useSystem()?.workspace;
  return (
    <Banner
      tone="warn"
      title={
        workspace?.hasChanged
          ? 'This workspace changed since you trusted it.'
          : 'This workspace is not trusted.'
      }
      action={
        <Button variant="quiet" className="-my-1 text-current" onClick={() => void trust()}>
          Trust workspace
        </Button>
      }
    >
      Nothing is sent beyond this machine from {workspace?.folder}
    </Banner>
  );
}
