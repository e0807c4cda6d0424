import { useLasting } from '#renderer/parts/use-lasting.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';

/** Most searches are over sooner. */
const patienceMs = 250;

interface ListFootProps {
  /** Rows that are loaded; absent where any part of the list is within reach. */
  readonly shown: number | undefined;
  /** Undefined where there are more than are loaded, and nobody has counted them. */
  readonly all: number | undefined;
  /** How much was looked through for those that match, from 0 to 1, while that goes on. */
  readonly lookedThrough?: number | undefined;
  /** Whether `r` does something here. */
  readonly retry?: boolean;
}

/** The keys that work on the list, and how much of it is loaded. */
export function ListFoot({ shown, all, lookedThrough, retry = false }: ListFootProps) {
  const looking = useLasting(lookedThrough !== undefined, patienceMs);
  return (
    <footer className="flex h-[30px] flex-none items-center gap-3.5 border-t border-line px-3 text-label whitespace-nowrap text-fg-3 tabular-nums">
      <span className="flex items-center gap-1">
        <Kbd shortcut="j" className="text-fg-2" />
        <Kbd shortcut="k" className="mr-0.5 text-fg-2" />
        move
      </span>
      {retry && (
        <span className="flex items-center gap-1.5">
          <Kbd shortcut="r" className="text-fg-2" />
          retry
        </span>
      )}
      <span className="flex items-center gap-1.5">
        <Kbd shortcut="?" className="text-fg-2" />
        all keys
      </span>
      <span className="ml-auto truncate">
        {countSentence(shown, all)}
        {looking && `, ${Math.floor((lookedThrough ?? 0) * 100)} % looked through`}
      </span>
    </footer>
  );
}

function countSentence(shown: number | undefined, all: number | undefined): string {
  const count = (number: number) => number.toLocaleString('en');
  if (shown === undefined) return all === undefined ? '' : `${count(all)} in all`;
  return all === undefined ? `${count(shown)} of more` : `${count(shown)} of ${count(all)}`;
}
