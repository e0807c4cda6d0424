/** The pane that changes users: of audiences, computed traits and drafts of deletion requests. */
import { UserPen, X } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Action } from '#renderer/kit/actions/actions.tsx';
import { focusPane } from '#renderer/kit/keyboard/focus.ts';
import { IconButton } from '#renderer/ui/button.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Computation, ComputationClass } from '#shared/audiences/computation.ts';
import { type ChangeMethod, useChangeDraft } from './change-draft.ts';
import { ChurnForm, GenerateForm } from './generate-form.tsx';
import { TypeMembersForm } from './type-members-form.tsx';
import { TypeValuesForm } from './type-values-form.tsx';
import { FileForm, WorkResult } from './work-result.tsx';

interface ChangePaneState {
  readonly isOpen: boolean;
  /** Whether the user opened it, and not the place. */
  readonly isAsked: boolean;
  readonly close: () => void;
  readonly action: Action & { readonly id: 'users.change' };
}

/** Of one item: open at first where there is nothing else to do. */
export function useChangePane(isFirst: boolean): ChangePaneState {
  const [{ isOpen, isAsked }, setState] = useState({ isOpen: isFirst, isAsked: false });
  return {
    isOpen,
    isAsked,
    close: () => {
      focusPane();
      setState({ isOpen: false, isAsked: false });
    },
    action: {
      id: 'users.change',
      title: 'Change users',
      icon: UserPen,
      shortcut: 'c',
      run: () => setState({ isOpen: !isOpen, isAsked: true }),
    },
  };
}

const labels: Readonly<Record<ChangeMethod, string>> = {
  type: 'Enter',
  file: 'File',
  generate: 'Generate',
  churn: 'Churn',
};

interface ChangePaneProps {
  readonly pane: ChangePaneState;
  /** The audience, trait or deletion request. */
  readonly targetId: string;
  readonly methods: readonly ChangeMethod[];
  readonly method: ChangeMethod;
  readonly onMethod: (method: ChangeMethod) => void;
  /** The form of the method. */
  readonly children: ReactNode;
}

export function ChangePane(props: ChangePaneProps) {
  const { pane, targetId, methods, method, onMethod, children } = props;
  const form = useRef<HTMLDivElement>(null);
  const { isAsked } = pane;
  useEffect(() => {
    if (isAsked)
      form.current
        ?.querySelector<HTMLElement>('textarea, input:not([type="radio"]), button')
        ?.focus();
  }, [isAsked]);
  return (
    <section
      aria-label="Change users"
      className="flex flex-none flex-col gap-3 border-b border-line bg-bg-1 p-4 @2xl:w-[316px] @2xl:overflow-y-auto @2xl:border-b-0 @2xl:border-l [&>*]:flex-none"
    >
      <header className="flex items-center justify-between">
        <h3 className="text-count font-semibold">Change users</h3>
        <IconButton size="small" icon={X} label="Close" onClick={pane.close} />
      </header>
      <div>
        <Segmented<ChangeMethod>
          label="Input"
          value={method}
          onChange={onMethod}
          segments={methods.map((value) => ({ value, label: labels[value] }))}
        />
      </div>
      <div ref={form} className="flex flex-col gap-3">
        {children}
      </div>
      <WorkResult targetId={targetId} />
    </section>
  );
}

interface ChangeUsersProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
  readonly pane: ChangePaneState;
}

const methodsOf: Readonly<Record<ComputationClass, readonly ChangeMethod[]>> = {
  audience: ['type', 'file', 'generate', 'churn'],
  trait: ['type', 'file', 'generate'],
};

/** Changes the members of an audience, or the values of a computed trait. */
export function ChangeUsers({ kind, computation, pane }: ChangeUsersProps) {
  const state = useChangeDraft(computation.id);
  const { method, mode } = state.draft;
  const props = { kind, computation, state };
  return (
    <ChangePane
      pane={pane}
      targetId={computation.id}
      methods={methodsOf[kind]}
      method={method}
      onMethod={(next) => state.change({ method: next })}
    >
      {method === 'type' && kind === 'audience' && <TypeMembersForm {...props} />}
      {method === 'type' && kind === 'trait' && <TypeValuesForm {...props} />}
      {method === 'file' && (
        <FileForm
          target={{ kind, id: computation.id }}
          userCount={computation.userCount}
          mode={mode}
          onMode={(next) => state.change({ mode: next })}
          columns={kind === 'audience' ? 'a user ID' : 'a user ID and a value'}
        />
      )}
      {method === 'generate' && <GenerateForm {...props} />}
      {method === 'churn' && kind === 'audience' && <ChurnForm {...props} />}
    </ChangePane>
  );
}
