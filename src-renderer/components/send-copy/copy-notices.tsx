import { Banner } from '#renderer/ui/banner.tsx';

interface CopyNoticesProps {
  readonly offline: boolean;
  /** Why there is no preview. */
  readonly problem: string | null;
  /** Why the copy was not sent. */
  readonly notSent: string | null;
}

/** Problems that belong to no field. */
export function CopyNotices({ offline, problem, notSent }: CopyNoticesProps) {
  if (!offline && problem === null && notSent === null) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pt-3">
      {offline && (
        <Banner tone="warn" title="Connection lost.">
          Your changes are kept.
        </Banner>
      )}
      {!offline && problem !== null && (
        <Banner tone="bad" title="No preview available.">
          {problem}
        </Banner>
      )}
      {notSent !== null && (
        <Banner tone="bad" title="Can't send the request.">
          {notSent}
        </Banner>
      )}
    </div>
  );
}
