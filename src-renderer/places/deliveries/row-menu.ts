/** The menu that a right click or Shift+F10 opens on a row: the one of its delivery, its group or the selection. */
import { create } from 'zustand';
import type { MenuPoint } from '#renderer/ui/menu.tsx';
import { useSelected } from './selection.ts';

/** A delivery by its number, a group by its key. */
type MenuOwner = number | string;

export const ofSelection = 'selection';

const useRowMenu = create<{ readonly owner: MenuOwner | null; readonly at: MenuPoint | null }>()(
  () => ({ owner: null, at: null }),
);

export const openRowMenu = (owner: MenuOwner, at: MenuPoint): void =>
  useRowMenu.setState({ owner, at });

export const closeRowMenu = (): void => useRowMenu.setState({ owner: null, at: null });

/** Where the menu of this owner is open; null if it isn't. A delivery that still loads opens it then. */
export const useRowMenuAt = (owner: MenuOwner): MenuPoint | null =>
  useRowMenu((state) => (state.owner === owner ? state.at : null));

/** Of those selected if it is one of them. */
export function openDeliveryMenu({ id }: { readonly id: number }, at: MenuPoint): void {
  const { selected } = useSelected.getState();
  openRowMenu(selected.size > 1 && selected.has(id) ? ofSelection : id, at);
}
