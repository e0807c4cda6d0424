import { noteResult } from '#renderer/components/jobs/job-commands.ts';
import { showFailure } from '#renderer/components/show-failure.ts';
import { collections, useCollection } from '#renderer/data/collections.ts';
import { core } from '#renderer/data/core.ts';
import { reloadSystem, useSystem } from '#renderer/data/system.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import { deliveriesText } from '#shared/labels/jobs.ts';
import { formatCount } from '#shared/lib/format.ts';
import { serversOf } from './servers.ts';

/** Data of the workspace from before it was moved. */
export const useHasDataOffer = (): boolean => (useSystem()?.dataOffer ?? null) !== null;

async function adoptData(): Promise<void> {
  try {
    await core.system.chooseOfferedData();
    await reloadSystem();
  } catch (error) {
    showFailure("Can't use the data", error);
  }
}

export function DataOfferBanner() {
  const offer = useSystem()?.dataOffer;
  if (offer == null) return null;
  return (
    <Banner
      tone="info"
      title={offer.isChosen ? 'Restart Hookwright to use the data.' : 'Was this workspace moved?'}
      action={
        !offer.isChosen && (
          <Button variant="quiet" className="-my-1 text-current" onClick={() => void adoptData()}>
            Use the data of {offer.folder}
          </Button>
        )
      }
    >
      The data of {offer.folder} replaces the data recorded here
    </Banner>
  );
}

export const useHasWorkspaceBanner = (): boolean => useSystem()?.workspace?.isTrusted === false;

const blocked = 'code:untrusted_workspace';

const retryBlocked = (): Promise<boolean> =>
  noteResult("Can't retry", () => core.jobs.start({ kind: 'retry', filter: blocked }));

async function trust(): Promise<void> {
  try {
    await core.system.trustWorkspace();
    await reloadSystem();
  } catch (error) {
    showFailure("Can't trust the workspace", error);
    return;
  }
  // The workspace is trusted even if they can't be counted.
  const { count } = await core.deliveries.count({ filter: blocked }).catch(() => ({ count: 0 }));
  showToast({
    title: 'Workspace trusted',
    tone: 'ok',
    ...(count > 0 && {
      description: `${deliveriesText(count)} ${count === 1 ? 'was' : 'were'} blocked`,
      action: { label: 'Retry', run: () => void retryBlocked() },
    }),
  });
}

/** Asks before a workspace may send to servers, not only to Hookwright's mock endpoints. */
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
      {workspace?.folder} sends only to Hookwright's mock endpoints
      <Allowed variables={workspace?.variables ?? []} />
    </Banner>
  );
}

/** Named in the banner; the popover lists all. */
const maxNamed = 3;

/** What the decision is about: where it would send to, and what it would read. */
function Allowed({ variables }: { readonly variables: readonly string[] }) {
  const destinations = useCollection(collections.destinations);
  const mocks = useCollection(collections.mocks);
  if (destinations.status !== 'ready' || mocks.status !== 'ready') return null;
  const servers = serversOf(destinations.items, mocks.items);
  const isReading = variables.length > 0;
  if (servers.length === 0 && !isReading)
    return <span className="block">No servers are configured</span>;
  return (
    <span className="block">
      Once trusted, it may{' '}
      {servers.length > 0 && (
        <>
          send to <Names title="Servers" names={servers} />
        </>
      )}
      {servers.length > 0 && isReading && ', and '}
      {isReading && (
        <>
          read <Names title="Environment variables" names={variables} />
        </>
      )}
    </span>
  );
}

function Names({ title, names }: { readonly title: string; readonly names: readonly string[] }) {
  const otherCount = names.length - maxNamed;
  return (
    <>
      {names.slice(0, maxNamed).join(', ')}
      {otherCount > 0 && (
        <>
          {' and '}
          <Popover
            title={title}
            trigger={
              <button type="button" className="underline">
                {formatCount(otherCount)} more
              </button>
            }
          >
            <ul className="max-h-60 overflow-y-auto [overflow-wrap:anywhere]">
              {names.map((name) => (
                <li key={name}>{name}</li>
              ))}
            </ul>
          </Popover>
        </>
      )}
    </>
  );
}
