import { Banner } from '#renderer/ui/banner.tsx';

interface ResendNoticesProps {
  readonly offline: boolean;
  /** Why there is no preview. */
  readonly problem: string | null;
  /** Why the last one was not sent. */
  readonly notSent: string | null;
}

/** What keeps the editor from sending, where it is not about a field. What is typed stays. */
export function ResendNotices({ offline, problem, notSent }: ResendNoticesProps) {
  if (!offline && problem === null && notSent === null) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pt-3">
      {offline && (
        <Banner tone="warn" title="The connection is lost.">
          What is typed stays; it can be sent when the connection is back.
        </Banner>
      )}
      {!offline && problem !== null && (
        <Banner tone="bad" title="There is no preview just now.">
          {problem}
        </Banner>
      )}
      {notSent !== null && (
        <Banner tone="bad" title="It was not sent.">
          {notSent}
        </Banner>
      )}
    </div>
  );
}
