import { ArrowRight } from 'lucide-react';

/** An arrow between two texts. An icon, since the bundled fonts have no arrow. */
export function ArrowTo() {
  return (
    // Positioned, so that the hidden word is clipped with its line.
    <span className="relative">
      <span className="sr-only"> to </span>
      <ArrowRight
        aria-hidden="true"
        className="mx-1 inline-block size-[1em] align-[-0.125em] text-fg-2"
      />
    </span>
  );
}
