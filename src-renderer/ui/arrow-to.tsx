import { ArrowRight } from 'lucide-react';

/** Between two texts, from one to the other. An icon, since the bundled fonts have no such arrow. */
export function ArrowTo() {
  return (
    // Positioned, so that the hidden word is clipped with the line that it stands in.
    <span className="relative">
      <span className="sr-only"> to </span>
      <ArrowRight
        aria-hidden="true"
        className="mx-1 inline-block size-[1em] align-[-0.125em] text-fg-2"
      />
    </span>
  );
}
