import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Computation, ComputationClass } from '#shared/schemas/computation.ts';
import { type ChangeMethod, useChangeDraft } from './change-draft.ts';
import { ChurnForm } from './churn-form.tsx';
import { FileForm } from './file-form.tsx';
import { GenerateForm } from './generate-form.tsx';
import { TypeMembersForm } from './type-members-form.tsx';
import { TypeValuesForm } from './type-values-form.tsx';
import { WorkResult } from './work-result.tsx';

interface ChangePanelProps {
  readonly kind: ComputationClass;
  readonly computation: Computation;
}

const methods: Readonly<
  Record<ComputationClass, readonly { readonly value: ChangeMethod; readonly label: string }[]>
> = {
  audience: [
    { value: 'type', label: 'Type' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
    { value: 'churn', label: 'Churn' },
  ],
  trait: [
    { value: 'type', label: 'Type' },
    { value: 'file', label: 'File' },
    { value: 'generate', label: 'Generate' },
  ],
};

/** Every way to change who is in it. What a sync has to tell follows from it. */
export function ChangePanel({ kind, computation }: ChangePanelProps) {
  const state = useChangeDraft(computation.id);
  const { method } = state.draft;
  const title = kind === 'audience' ? 'Change members' : 'Change values';
  const props = { kind, computation, state };
  return (
    <section
      aria-label={title}
      className="flex flex-none flex-col gap-3 border-t border-line bg-bg-0 p-4 @min-[600px]:w-[316px] @min-[600px]:overflow-y-auto @min-[600px]:border-t-0 @min-[600px]:border-l"
    >
      <h2 className="font-semibold">{title}</h2>
      <div>
        <Segmented<ChangeMethod>
          label="How to change them"
          value={method}
          onChange={(next) => state.change({ method: next })}
          segments={methods[kind]}
        />
      </div>
      {method === 'type' && kind === 'audience' && <TypeMembersForm {...props} />}
      {method === 'type' && kind === 'trait' && <TypeValuesForm {...props} />}
      {method === 'file' && (
        <FileForm
          target={{ kind, id: computation.id }}
          userCount={computation.userCount}
          mode={state.draft.mode}
          onMode={(mode) => state.change({ mode })}
          columns={kind === 'audience' ? 'a user id' : 'a user id and a value'}
        />
      )}
      {method === 'generate' && <GenerateForm {...props} />}
      {method === 'churn' && kind === 'audience' && <ChurnForm {...props} />}
      <WorkResult targetId={computation.id} />
    </section>
  );
}
