import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { ActionMenu, type BoundAction } from '#renderer/kit/actions/actions.tsx';
import { SaveButtons, type Saving } from '#renderer/kit/forms/persistent-form.tsx';
import { paneMark, useFocusPaneWhenLost } from '#renderer/kit/keyboard/focus.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Kbd } from '#renderer/ui/kbd.tsx';
import { StateMark, stateTones } from '#renderer/ui/state-mark.tsx';
import { toneSurface } from '#renderer/ui/tone.ts';
import { useNode } from '../board/use-board.ts';
import { closeEditor } from '../selection.ts';

interface EditorFrameProps {
  readonly title: string;
  /** A state as a pill beside the title. */
  readonly pill?: ReactNode;
  /** The line below. */
  readonly meta?: ReactNode;
  /** Buttons before the menu. */
  readonly buttons?: ReactNode;
  /** In its menu. */
  readonly actions?: readonly BoundAction[];
  /** Between the header and the sections. */
  readonly banner?: ReactNode;
  /** Undefined if there is nothing to save. */
  readonly saving?: Saving;
  /** Why it was not saved. */
  readonly problem?: string | undefined;
  /** Whether the content scrolls by itself. */
  readonly isFixed?: boolean;
  readonly children: ReactNode;
}

/** The pane at the right of the board: one node, in sections. */
export function EditorFrame(props: EditorFrameProps) {
  const { title, pill, meta, buttons, actions = [], banner, saving, problem } = props;
  return (
    <section
      {...paneMark}
      aria-label={title}
      className="flex h-full min-h-0 flex-col bg-bg-1 -outline-offset-2"
    >
      <header className="flex-none border-b border-line pt-3.5 pr-3.5 pb-3 pl-4.5">
        <div className="flex min-w-0 items-center gap-2.5">
          <h2 className="min-w-0 truncate text-thing font-[640] tracking-[-0.017em]">{title}</h2>
          {pill}
          <span className="flex-1" />
          {buttons}
          {actions.some(({ menu, isShown }) => menu !== undefined && isShown) && (
            <ActionMenu actions={actions} />
          )}
          <IconButton icon={X} label="Close" className="-ml-1" onClick={() => closeEditor()} />
        </div>
        {meta !== undefined && (
          <div className="mt-1 flex min-w-0 items-center gap-1.75 text-small text-fg-2">{meta}</div>
        )}
      </header>
      {(banner || problem !== undefined) && (
        <div className="flex flex-none flex-col gap-2 border-b border-line px-4.5 py-3">
          {banner}
          {problem !== undefined && (
            <Banner tone="bad" title="Can't save.">
              {problem}
            </Banner>
          )}
        </div>
      )}
      <div
        className={cx(
          '@container flex min-h-0 flex-1 flex-col',
          props.isFixed !== true && 'overflow-y-auto',
        )}
      >
        {props.children}
      </div>
      {saving !== undefined && <Foot {...saving} />}
    </section>
  );
}

/** The save bar, once there is something to save. */
function Foot(saving: Saving) {
  const { isNew, isDirty } = saving;
  // The bar goes with what it was about.
  useFocusPaneWhenLost(isDirty);
  if (isNew || isDirty)
    return (
      <footer className="flex flex-none items-center gap-1.5 border-t border-line bg-bg-1 px-4.5 py-2">
        <span role="status" className="min-w-0 flex-1 truncate text-small text-fg-2">
          {isDirty ? 'Unsaved draft' : ''}
        </span>
        <SaveButtons {...saving} />
      </footer>
    );
  return (
    <footer className="flex h-control flex-none items-center gap-3.5 border-t border-line px-4.5 text-label text-fg-3">
      <span className="flex items-center gap-1">
        <Kbd shortcut="ArrowLeft" className="text-fg-2" />
        <Kbd shortcut="ArrowRight" className="text-fg-2" />
        <span className="ml-0.5">along the line</span>
      </span>
      <span className="flex items-center gap-1">
        <Kbd shortcut="l" className="text-fg-2" />
        <span className="ml-0.5">connect</span>
      </span>
      <span role="status" className="ml-auto">
        Saved
      </span>
    </footer>
  );
}

/** The state of a node of the board, beside its title. */
export function NodePill({ nodeKey }: { nodeKey: string }) {
  const state = useNode(nodeKey, (node) => node.state);
  const word = useNode(nodeKey, (node) => node.word);
  if (state === null || word === null) return null;
  return (
    <span
      className={cx(
        'inline-flex h-5.5 flex-none items-center gap-1.25 rounded-full pr-2.25 pl-1.75 text-small font-semibold',
        toneSurface[stateTones[state]],
      )}
    >
      <StateMark state={state} size={13} decorative />
      {word}
    </span>
  );
}
