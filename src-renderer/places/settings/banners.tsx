import { noteResult } from '#renderer/jobs/job-actions.ts';
import { perform } from '#renderer/kit/actions/perform.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { reloadSystem, setSettings, useSystem } from '#renderer/kit/data/system.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { deliveriesText } from '#shared/jobs/text.ts';
import { formatCount } from '#shared/kit/format.ts';
import type { Retention, Storage } from '#shared/settings/retention.ts';
import type { DevelopmentCaAlert } from '#shared/settings/system.ts';

const texts: Readonly<Record<DevelopmentCaAlert, readonly [title: string, text: string]>> = {
  development_ca_replaced: [
    'The development CA was replaced.',
    'Trust the new one and remove the old one.',
  ],
  development_ca_expiring: [
    'The development CA expires in less than 30 days.',
    'Renew it, then trust the new one.',
  ],
};

const useCaAlert = () => useSystem()?.developmentCaAlert ?? null;

export const useHasCaBanner = (): boolean => useCaAlert() !== null;

const dismiss = (): Promise<boolean> =>
  perform("Can't dismiss", async () => {
    await core.developmentCa.dismissAlert();
    await reloadSystem();
  });

export function CaBanner() {
  const alert = useCaAlert();
  if (alert === null) return null;
  const [title, text] = texts[alert];
  return (
    <Banner
      tone="warn"
      title={title}
      onDismiss={() => void dismiss()}
      action={
        <Button
          variant="quiet"
          className="-my-1 text-current"
          onClick={() => navigate({ page: 'settings', path: ['authorities'] })}
        >
          Open settings
        </Button>
      }
    >
      {text}
    </Banner>
  );
}

const storageTexts: Readonly<
  Record<NonNullable<Storage['alert']>, readonly [title: string, text: string]>
> = {
  disk_full: ['The disk is full.', 'Nothing can be stored until there is space.'],
  write_failed: [
    "Can't write to the data folder.",
    'Nothing can be stored. Check the disk and permissions.',
  ],
  storage_limit_exceeded: [
    'Storage limit exceeded.',
    'Cancel waiting deliveries, or raise the limit in Settings.',
  ],
};

const useStorageAlert = () => useSystem()?.storage.alert ?? null;

export const useHasStorageBanner = (): boolean => useStorageAlert() !== null;

export async function saveRetention(retention: Retention): Promise<string | null> {
  try {
    setSettings(await core.settings.update({ retention }));
    return null;
  } catch (error) {
    return errorSentence(error);
  }
}

/** Warns when nothing can be stored, or the limits can't be met. */
export function StorageBanner() {
  const alert = useStorageAlert();
  if (alert === null) return null;
  const [title, text] = storageTexts[alert];
  return (
    <Banner tone="warn" title={title}>
      {text}
    </Banner>
  );
}

/** Data of the workspace from before it was moved. */
export const useHasDataOffer = (): boolean => (useSystem()?.dataOffer ?? null) !== null;

const adoptData = (): Promise<boolean> =>
  perform("Can't use the data", async () => {
    await core.system.chooseOfferedData();
    await reloadSystem();
  });

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
  noteResult("Can't retry", async () => {
    const request = { kind: 'retry', filter: blocked } as const;
    const plan = await core.jobs.plan(request);
    const urls = plan.kind === 'retry' ? plan.urls : [];
    return core.jobs.start({
      ...request,
      urls: urls.filter(({ outcome }) => outcome === 'blocked'),
    });
  });

const trust = (): Promise<boolean> =>
  perform("Can't trust the workspace", async () => {
    await core.system.trustWorkspace();
    await reloadSystem();
    // The workspace is trusted even if they can't be counted.
    const { count } = await core.deliveries.count({ filter: blocked }).catch(() => ({ count: 0 }));
    return {
      title: 'Workspace trusted',
      tone: 'ok',
      ...(count > 0 && {
        description: `${deliveriesText(count)} ${count === 1 ? 'was' : 'were'} blocked`,
        action: { label: 'Retry', run: () => void retryBlocked() },
      }),
    };
  });

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
      {workspace?.folder}/hookwright.json is not applied, and only mock endpoints get requests.
      <Allowed servers={workspace?.servers ?? []} variables={workspace?.variables ?? []} />
    </Banner>
  );
}

/** Named in the banner; the popover lists all. */
const maxNamed = 3;

interface AllowedProps {
  readonly servers: readonly string[];
  readonly variables: readonly string[];
}

/** What the decision is about: where it would send to, and what it would read. */
function Allowed({ servers, variables }: AllowedProps) {
  const isReading = variables.length > 0;
  if (servers.length === 0 && !isReading)
    return <span className="block">No servers are configured.</span>;
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
      .
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
