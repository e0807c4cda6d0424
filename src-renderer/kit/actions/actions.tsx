import { Ellipsis, type LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactElement, useState } from 'react';
import { type Command, shortcutsOf, useCommands } from '#renderer/kit/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Menu, type MenuPoint, type MenuProps } from '#renderer/ui/menu.tsx';
import { perform, showDone, type Work } from './perform.ts';

/** What a user can do: its button or menu item, its shortcut and its entry in the palette. */
export interface Action extends Omit<Command, 'section' | 'enabled' | 'run'>, Pick<Work, 'run'> {
  /** On its button or menu item; the title by default. */
  readonly label?: string | undefined;
  readonly icon?: LucideIcon | undefined;
  /** The group of the menu that shows it; groups are separated by a line. */
  readonly menu?: string | undefined;
  /** Whether it is offered at all. A function is evaluated on use. */
  readonly isShown?: boolean | (() => boolean) | undefined;
  /** Whether it runs elsewhere. While its promise is pending, it is busy anyway. */
  readonly busy?: boolean | undefined;
  /** Why it can't be done now. */
  readonly problem?: string | undefined;
  /** Title of the toast if it fails. */
  readonly failure?: string | undefined;
}

/** An action of a mounted component, for its buttons. */
export interface BoundAction extends Omit<Action, 'run'>, Required<Pick<Command, 'enabled'>> {
  readonly section: string;
  readonly label: string;
  readonly busy: boolean;
  readonly isShown: boolean;
  /** Does nothing while it is busy, or if it isn't enabled. */
  readonly run: () => void;
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

/**
 * Offers actions while the component is mounted. They are always those of the latest render, so they
 * may close over props and state.
 */
export function useActions<const Actions extends readonly Action[]>(
  /** Heading in the palette. */
  section: string,
  actions: Actions,
): { readonly [Index in keyof Actions]: BoundAction } {
  const [running, setRunning] = useState<readonly string[]>([]);
  const bound = actions.map((action): BoundAction => {
    const { id, title, label = title, failure = `Can't ${lowerFirst(label)}` } = action;
    const { isShown = true, problem } = action;
    const isRunning = running.includes(id);
    const isOffered = (): boolean => (typeof isShown === 'function' ? isShown() : isShown);
    const enabled = (): boolean => action.busy !== true && problem === undefined && isOffered();
    const run = (): void => {
      // While it runs, its key must not reach an action behind it.
      if (isRunning || !enabled()) return;
      const result = action.run();
      if (!(result instanceof Promise)) return void (result && showDone(result));
      setRunning((ids) => [...ids, id]);
      void perform(failure, () => result).then(() =>
        setRunning((ids) => ids.filter((other) => other !== id)),
      );
    };
    const busy = action.busy === true || isRunning;
    return { ...action, section, label, busy, isShown: isOffered(), enabled, run };
  });
  useCommands(bound);
  return bound as { readonly [Index in keyof Actions]: BoundAction };
}

interface ActionButtonProps
  extends Omit<ComponentProps<typeof Button>, 'children' | 'icon' | 'action'> {
  readonly action: BoundAction;
  /** Whether there is room for the label; it is always the accessible name. */
  readonly hasLabel?: boolean;
}

/** The button of an action. */
export function ActionButton({ action, hasLabel = true, ...rest }: ActionButtonProps) {
  const { icon, label, isShown, busy, problem, run } = action;
  if (!isShown) return null;
  const props = {
    variant: 'default',
    shortcut: shortcutsOf(action)[0],
    busy,
    disabledReason: problem,
    // A submit button runs it by its form.
    onClick: rest.type === 'submit' ? undefined : run,
    ...rest,
  } as const;
  return hasLabel || icon === undefined ? (
    <Button {...props} icon={icon}>
      {label}
    </Button>
  ) : (
    <IconButton {...props} icon={icon} label={label} />
  );
}

interface ActionMenuProps {
  readonly actions: readonly BoundAction[];
  readonly label?: string;
  readonly trigger?: ReactElement;
}

/** The actions that belong to a menu, behind a button. */
export function ActionMenu({
  actions,
  label = 'More actions',
  trigger = <IconButton icon={Ellipsis} variant="default" label={label} />,
}: ActionMenuProps) {
  return <Menu trigger={trigger} groups={menuGroups(actions)} />;
}

interface ContextMenuProps {
  readonly actions: readonly BoundAction[];
  /** Accessible name. */
  readonly label: string;
  /** Where the pointer is; null while it is closed. */
  readonly at: MenuPoint | null;
  readonly onClose: () => void;
}

/** The same actions at the pointer. */
export function ContextMenu({ actions, label, at, onClose }: ContextMenuProps) {
  if (at === null) return null;
  return (
    <Menu
      at={at}
      label={label}
      open
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
      groups={menuGroups(actions)}
    />
  );
}

function menuGroups(actions: readonly BoundAction[]): MenuProps['groups'] {
  const items = actions.filter(({ menu, isShown }) => menu !== undefined && isShown);
  const groups = [...Map.groupBy(items, ({ menu }) => menu).values()];
  return groups.map((group) =>
    group.map((action) => ({
      ...action,
      shortcut: shortcutsOf(action)[0],
      disabled: action.busy || action.problem !== undefined,
    })),
  );
}
