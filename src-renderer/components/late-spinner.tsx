import { useEffect, useState } from 'react';
import { Spinner } from '#renderer/ui/spinner.tsx';

/** What is here sooner needs no sign that it is coming: a flash would only disturb. */
const patienceMs = 250;

export function LateSpinner({ label }: { label: string }) {
  const [late, setLate] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="grid h-full min-h-40 place-items-center text-fg-3">
      {late && <Spinner label={label} size={18} />}
    </div>
  );
}
