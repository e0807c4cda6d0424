import { NewSourceField } from '#renderer/components/new-source-field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import type { Source } from '#shared/schemas/source.ts';
import { useSend } from './send-store.ts';

interface SourcePickerProps {
  readonly sources: readonly Source[];
  readonly chosen: Source | undefined;
}

/** Whom to send as. Offers to make a source where there is none. */
export function SourcePicker({ sources, chosen }: SourcePickerProps) {
  const choose = (sourceId: string): void => {
    useSend.setState({ sourceId });
  };
  if (sources.length === 0)
    return (
      <NewSourceField
        label="Send as"
        hint="Events are sent with the write key of a source, and there is none yet: name the first."
        onCreated={({ id }) => choose(id)}
      />
    );
  return (
    <div className="flex items-center gap-2">
      <span className="flex-none font-medium" aria-hidden="true">
        Send as
      </span>
      <Select
        aria-label="Send as"
        className="w-full max-w-72"
        value={chosen?.id ?? null}
        onChange={choose}
        options={sources.map(({ id, name, enabled }) => ({
          value: id,
          label: name,
          hint: enabled ? undefined : 'off: its events are refused',
        }))}
      />
    </div>
  );
}
