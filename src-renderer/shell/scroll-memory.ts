/** Restores the scroll positions of a page when the user returns to it. */
import { useLayoutEffect } from 'react';
import type { PageName } from '#renderer/kit/routing/route.ts';
import { addressOf, lastRouteOn } from '#renderer/kit/routing/route-store.ts';

interface SavedPositions {
  readonly address: string;
  /** By accessible name. */
  readonly tops: ReadonlyMap<string, number>;
}

const savedPositions = new Map<PageName, SavedPositions>();

/** Content that loads later than this is not scrolled. */
const maxRestoreMs = 2_000;
/** Content above may still change its height. */
const quietMs = 300;
const inputEvents = ['wheel', 'pointerdown', 'keydown'] as const;

const namedIn = (main: Element): readonly HTMLElement[] => [
  ...main.querySelectorAll<HTMLElement>('[aria-label]'),
];

function topsIn(main: Element): ReadonlyMap<string, number> {
  return new Map(
    namedIn(main).flatMap(({ ariaLabel, scrollTop }) =>
      ariaLabel !== null && scrollTop > 0 ? [[ariaLabel, scrollTop] as const] : [],
    ),
  );
}

/** Restores the positions that fit the current heights; true if all do. */
function restore(main: Element, tops: ReadonlyMap<string, number>): boolean {
  const ready = namedIn(main).flatMap((element) => {
    const top = tops.get(element.ariaLabel ?? '');
    const isTall = top !== undefined && element.scrollHeight - element.clientHeight >= top;
    return isTall ? [{ element, top }] : [];
  });
  for (const { element, top } of ready) if (element.scrollTop !== top) element.scrollTop = top;
  return ready.length >= tops.size;
}

/** Restores until all content is there. A user who scrolls or types has priority. */
function restoreSoon(main: HTMLElement, tops: ReadonlyMap<string, number>): () => void {
  let until = performance.now() + maxRestoreMs;
  let isComplete = false;
  let frame = 0;
  const stop = (): void => {
    cancelAnimationFrame(frame);
    for (const name of inputEvents) window.removeEventListener(name, stop, true);
  };
  const step = (): void => {
    const now = performance.now();
    if (restore(main, tops) && !isComplete) {
      isComplete = true;
      until = Math.min(until, now + quietMs);
    }
    if (now > until) stop();
    else frame = requestAnimationFrame(step);
  };
  for (const name of inputEvents) window.addEventListener(name, stop, true);
  step();
  return stop;
}

export function useScrollMemory(page: PageName): void {
  useLayoutEffect(() => {
    const main = document.querySelector('main');
    if (main === null) return;
    const saved = savedPositions.get(page);
    const isSameRoute = saved?.address === addressOf(lastRouteOn(page));
    const stop = isSameRoute && saved !== undefined ? restoreSoon(main, saved.tops) : undefined;
    return () => {
      stop?.();
      // The elements are still there when a layout effect ends.
      savedPositions.set(page, { address: addressOf(lastRouteOn(page)), tops: topsIn(main) });
    };
  }, [page]);
}
