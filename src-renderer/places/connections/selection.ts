/** Selects nodes of the board, from anywhere on the page. */
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { routeOf, type Selection } from './connections-route.ts';

export function select(selection: Selection, mode: 'push' | 'replace' = 'replace'): void {
  navigate(routeOf(selection), mode);
}

export const closeEditor = (): void => select({ kind: 'none' });

/** Of a node of the board. */
export const nodeMark = (key: string) => ({ 'data-node': key });

const nodeElement = (key: string): HTMLElement | null =>
  document.querySelector<HTMLElement>(`[data-node="${CSS.escape(key)}"]`);

export const focusNode = (key: string): void => nodeElement(key)?.focus();

/** The node at an element within it. */
export const nodeKeyAt = (target: EventTarget | null): string | null =>
  target instanceof Element
    ? (target.closest('[data-node]')?.getAttribute('data-node') ?? null)
    : null;
