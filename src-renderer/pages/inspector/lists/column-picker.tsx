import { Columns3 } from 'lucide-react';
import { useRef, useState } from 'react';
import { showFailure } from '#renderer/components/show-failure.ts';
import { core } from '#renderer/data/core.ts';
import { setSettings, useSettings } from '#renderer/data/system.ts';
import { useCommands } from '#renderer/keyboard/commands.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Popover } from '#renderer/ui/popup.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { ListColumn, userColumn } from '#shared/schemas/settings.ts';

/** Common paths, as a start. */
const examples = [userColumn, 'messageId', 'properties.orderId', 'traits.email'];

/** Chooses what identifies a row in Deliveries and Messages. */
export function ColumnPicker() {
  const [open, setOpen] = useState(false);
  useCommands([
    { id: 'list.column', title: 'Choose list column', section: 'List', run: () => setOpen(true) },
  ]);
  return (
    <Popover
      open={open}
      onOpenChange={setOpen}
      align="end"
      title="List column"
      className="w-80"
      trigger={<IconButton icon={Columns3} label="List column" variant="default" />}
    >
      <ColumnForm onDone={() => setOpen(false)} />
    </Popover>
  );
}

function ColumnForm({ onDone }: { onDone: () => void }) {
  const current = useSettings()?.listColumn ?? userColumn;
  const [path, setPath] = useState(current);
  const [error, setError] = useState<string>();
  const field = useRef<HTMLInputElement>(null);
  const apply = (text: string): void => {
    const checked = ListColumn.safeParse(text.trim());
    if (!checked.success) {
      setError(checked.error.issues[0]?.message);
      field.current?.focus();
      return;
    }
    onDone();
    core.settings
      .update({ listColumn: checked.data })
      .then(setSettings, (cause: unknown) => showFailure("Can't change the column", cause));
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        apply(path);
      }}
    >
      <Field label="Value" hint="user, or a path such as properties.orderId" error={error}>
        <TextField
          ref={field}
          mono
          value={path}
          onFocus={({ currentTarget }) => currentTarget.select()}
          onChange={({ currentTarget }) => {
            setPath(currentTarget.value);
            setError(undefined);
          }}
        />
      </Field>
      <div className="mt-1.5 flex flex-wrap items-center gap-1.5">
        {examples.map((example) => (
          <Button
            key={example}
            variant="quiet"
            className="h-6 px-1.5"
            onClick={() => apply(example)}
          >
            {example}
          </Button>
        ))}
        <Button type="submit" variant="primary" className="ml-auto">
          Apply
        </Button>
      </div>
    </form>
  );
}
