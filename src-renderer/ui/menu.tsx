import { Menu as Base } from '@base-ui/react/menu';
import type { LucideIcon } from 'lucide-react';
import {
  type FocusEvent,
  type MouseEvent,
  type ReactElement,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { matchesShortcut, useSpokenShortcut } from '#renderer/kit/keyboard/shortcut.ts';
import { cx } from './cx.ts';
import { Kbd } from './kbd.tsx';
import { popupPanel } from './popup.tsx';

export interface MenuItem {
  id: string;
  label: string;
  icon?: LucideIcon | undefined;
  shortcut?: string | undefined;
  danger?: boolean | undefined;
  disabled?: boolean | undefined;
  run: () => void;
}

export interface MenuPoint {
  readonly x: number;
  readonly y: number;
  /** Whether a key asked for the menu, and not the pointer. */
  readonly isByKey: boolean;
}

const anchorAt = ({ x, y }: MenuPoint) => ({
  getBoundingClientRect: () => DOMRect.fromRect({ x, y }),
});

/** The row or node that a right click is on, or that a key opens a menu for; null if there is none. */
export function menuPoint(event: MouseEvent<HTMLElement>): (MenuPoint & { rowId: string }) | null {
  const { target, currentTarget, clientX, clientY, button } = event;
  // Where a list has the focus, it is the target of a key, and its current row isn't.
  const isOfList = target === currentTarget;
  const row = isOfList
    ? document.getElementById(currentTarget.getAttribute('aria-activedescendant') ?? '')
    : (target as Element).closest('[role="option"], [role="treeitem"], [data-node]');
  if (row === null || !currentTarget.contains(row)) return null;
  const { left, bottom } = row.getBoundingClientRect();
  const isByKey = isOfList || button < 0;
  const point = isByKey ? { x: left + 24, y: bottom } : { x: clientX, y: clientY };
  return { ...point, isByKey, rowId: row.id };
}

export interface MenuProps {
  trigger?: ReactElement | undefined;
  /** Where it opens without a trigger: at the pointer. */
  at?: MenuPoint | undefined;
  /** Accessible name without a trigger. */
  label?: string | undefined;
  /** Groups of items, separated by a line. */
  groups: readonly (readonly MenuItem[])[];
  align?: 'start' | 'end' | undefined;
  open?: boolean | undefined;
  onOpenChange?: ((open: boolean) => void) | undefined;
}

/** Secondary actions behind a button, or at the pointer. */
export function Menu(props: MenuProps) {
  const { trigger, at, label, groups, align = 'end', open, onOpenChange } = props;
  const [isOpenUncontrolled, setOpenUncontrolled] = useState(false);
  const isOpen = open ?? isOpenUncontrolled;
  const setOpen = (next: boolean): void => {
    setOpenUncontrolled(next);
    onOpenChange?.(next);
  };
  useItemShortcuts(groups.flat(), isOpen, () => setOpen(false));
  const hasIcons = groups.flat().some(({ icon }) => icon !== undefined);
  return (
    <Base.Root modal={false} open={isOpen} onOpenChange={setOpen}>
      {trigger !== undefined && <Base.Trigger render={trigger} />}
      <Base.Portal>
        <Base.Positioner
          anchor={at && anchorAt(at)}
          align={at === undefined ? align : 'start'}
          sideOffset={at === undefined ? 4 : 0}
          collisionPadding={8}
          className="z-50"
        >
          <Base.Popup
            render={popupPanel}
            aria-label={label}
            className="floating max-h-(--available-height) min-w-44 overflow-y-auto p-1 outline-none"
            onFocus={at?.isByKey ? focusFirst : undefined}
          >
            {groups
              .filter((group) => group.length > 0)
              .map((group, index) => (
                <Base.Group key={group[0]?.id}>
                  {index > 0 && <Base.Separator className="mx-1 my-1 h-px bg-line" />}
                  {group.map((item) => (
                    <MenuRow key={item.id} item={item} hasIcons={hasIcons} />
                  ))}
                </Base.Group>
              ))}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}

/** As after Enter on a menu button: without a trigger, the menu itself gets the focus first. */
function focusFirst({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void {
  if (currentTarget.contains(relatedTarget)) return;
  currentTarget.querySelector<HTMLElement>('[data-item]:not([data-disabled])')?.focus();
}

/** Something over the menu may have the focus before the menu closes. */
const typesText = ({ target }: KeyboardEvent): boolean =>
  target instanceof Element && target.matches('input, textarea, [contenteditable="true"]');

/**
 * An item's shortcut has priority over type-ahead. It works as soon as the menu opens. The menu gets the focus some
 * frames later, and users who know the shortcut don't wait.
 */
function useItemShortcuts(items: readonly MenuItem[], isOpen: boolean, close: () => void): void {
  const latest = useRef({ items, close });
  latest.current = { items, close };
  useLayoutEffect(() => {
    if (!isOpen) return;
    const press = (event: KeyboardEvent): void => {
      const item = latest.current.items.find(
        ({ shortcut }) => shortcut !== undefined && matchesShortcut(event, shortcut),
      );
      if (item === undefined || typesText(event)) return;
      event.preventDefault();
      event.stopPropagation();
      if (item.disabled) return;
      item.run();
      latest.current.close();
    };
    window.addEventListener('keydown', press, true);
    return () => window.removeEventListener('keydown', press, true);
  }, [isOpen]);
}

function MenuRow({ item, hasIcons }: { item: MenuItem; hasIcons: boolean }) {
  const Icon = item.icon;
  return (
    <Base.Item
      disabled={item.disabled}
      data-item={item.id}
      aria-keyshortcuts={useSpokenShortcut(item.shortcut)}
      onClick={() => item.run()}
      className={cx(
        'flex h-7 items-center gap-2 rounded-chip px-2 outline-none data-disabled:text-fg-3 data-highlighted:bg-bg-3',
        item.danger && 'text-bad',
      )}
    >
      {hasIcons && (
        <span className="grid w-3.5 place-items-center">
          {Icon && <Icon className="icon-small" strokeWidth={1.5} aria-hidden="true" />}
        </span>
      )}
      <span className="flex-1">{item.label}</span>
      {item.shortcut && <Kbd shortcut={item.shortcut} className="ml-4 text-fg-2" />}
    </Base.Item>
  );
}
