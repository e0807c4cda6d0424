import { Segmented } from '#renderer/ui/segmented.tsx';
import type { ComputationClass } from '#shared/schemas/computation.ts';
import type { ChangeMode } from './member-actions.ts';

interface ModeFieldProps {
  readonly kind: ComputationClass;
  readonly mode: ChangeMode;
  readonly onChange: (mode: ChangeMode) => void;
}

const hints: Readonly<Record<ComputationClass, Readonly<Record<ChangeMode, string>>>> = {
  audience: {
    add: 'Those who are in it already stay as they are.',
    remove: 'Those who are not in it are passed over.',
    replace: 'Everybody else is removed.',
  },
  trait: {
    add: 'Those who have a value already get the new one.',
    remove: 'Those who have no value are passed over.',
    replace: 'Everybody else loses their value.',
  },
};

/** What becomes of the users that are given. */
export function ModeField({ kind, mode, onChange }: ModeFieldProps) {
  return (
    <div className="flex flex-col items-start gap-1">
      <Segmented<ChangeMode>
        label="What becomes of them"
        size="small"
        value={mode}
        onChange={onChange}
        segments={[
          { value: 'add', label: 'Add' },
          { value: 'remove', label: 'Remove' },
          { value: 'replace', label: 'Replace all' },
        ]}
      />
      <span className="text-small text-fg-2">{hints[kind][mode]}</span>
    </div>
  );
}
