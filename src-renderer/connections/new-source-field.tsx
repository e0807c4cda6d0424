import { Plus } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { collections, put } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { NewSource, type Source } from '#shared/connections/source.ts';

interface NewSourceFieldProps {
  readonly label?: string;
  readonly hint?: string;
  readonly autoFocus?: boolean;
  /** The primary action of an empty page. */
  readonly primary?: boolean;
  readonly onCreated: (source: Source) => void;
}

/** Creates a source from a name. */
export function NewSourceField(props: NewSourceFieldProps) {
  const { label = 'New source', hint, autoFocus, primary, onCreated } = props;
  const [name, setName] = useState('');
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const create = async (): Promise<void> => {
    const checked = NewSource.safeParse({ name });
    if (!checked.success) return setProblem(checked.error.issues[0]?.message);
    setBusy(true);
    try {
      const source = await core.sources.create(checked.data);
      put(collections.sources, source);
      onCreated(source);
    } catch (error) {
      setProblem(errorSentence(error));
    }
    setBusy(false);
  };

  // Keeps Enter from submitting an enclosing form.
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    void create();
  };

  return (
    <Field label={label} error={problem} hint={hint}>
      <div className="flex gap-1.5">
        <TextField
          value={name}
          placeholder="My app"
          autoFocus={autoFocus}
          autoComplete="off"
          className="flex-1"
          onKeyDown={onKeyDown}
          onChange={(event) => {
            setName(event.target.value);
            setProblem(undefined);
          }}
        />
        <Button
          variant={primary ? 'primary' : 'default'}
          icon={Plus}
          busy={isBusy}
          onClick={create}
        >
          Create source
        </Button>
      </div>
    </Field>
  );
}
