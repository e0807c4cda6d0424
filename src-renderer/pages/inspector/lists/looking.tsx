import { useDelayedTrue } from '#renderer/components/late-spinner.tsx';
import { ProgressBar } from '#renderer/ui/progress.tsx';

/** What is found sooner needs no sign that it is looked for: a flash would only disturb. */
const patienceMs = 250;

/** How far the search for the first match is. */
export function Looking({ share }: { share: number }) {
  const late = useDelayedTrue(true, patienceMs);
  if (!late) return null;
  return (
    <div className="grid h-full min-h-40 place-content-center gap-2 text-small text-fg-3">
      <p>Nothing found yet, {Math.floor(share * 100)} % looked through</p>
      <ProgressBar label="Looked through" value={share} of={1} className="w-56" />
    </div>
  );
}
