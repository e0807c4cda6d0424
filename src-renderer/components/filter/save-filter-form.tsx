import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { saveFilter } from './saved-filter-actions.ts';

/** Gives the filter that is set a name. */
export function SaveFilterForm({ filter }: { filter: string }) {
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const save = async (): Promise<void> => {
    const refused = await saveFilter(name, filter);
    setProblem(refused);
    if (refused === null) setName('');
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <Field
        label="Save this filter as"
        hint={
          <span className="bytes block truncate" title={filter}>
            {filter}
          </span>
        }
        error={problem ?? undefined}
      >
        <div className="flex gap-1.5">
          <TextField
            className="flex-1"
            placeholder="A name"
            maxLength={100}
            value={name}
            onChange={({ currentTarget }) => {
              setName(currentTarget.value);
              setProblem(null);
            }}
          />
          <Button type="submit">Save</Button>
        </div>
      </Field>
    </form>
  );
}
