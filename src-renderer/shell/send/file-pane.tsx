import { FileUp, X } from 'lucide-react';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { counted } from '#shared/kit/format.ts';
import { EditorFrame } from './editor/editor-pane.tsx';
import { type EventFile, type FileEvents, lintFile } from './event-file.ts';
import { useSend } from './send-store.ts';

interface FilePaneProps {
  readonly events: FileEvents | null;
  readonly onChoose: () => void;
}

/** The events of a file, one per line. */
export function FilePane({ events, onChoose }: FilePaneProps) {
  const file = useSend((state) => state.file);
  const type = (next: EventFile | null): void => {
    useSend.setState({ file: next });
  };
  if (file === null || events === null)
    return (
      <section
        aria-label="File"
        className="grid min-h-44 flex-1 rounded-card border border-dashed border-line-2"
      >
        <EmptyState
          icon={FileUp}
          title="No file"
          actions={
            <Button icon={FileUp} onClick={onChoose}>
              Choose file
            </Button>
          }
        >
          Drop JSON lines, a HAR file, or an export of deliveries.
        </EmptyState>
      </section>
    );
  return (
    <EditorFrame
      label="File"
      editorLabel={`Events in ${file.name}`}
      editorKey={file.name}
      text={file.text}
      onType={(text) => type({ ...file, text })}
      lint={lintFile}
      language="text"
      valid={
        events.messages !== null &&
        `${file.name}: ${counted(events.messages.length, 'event')}, sent as they are.`
      }
      actions={
        <>
          <IconButton size="small" icon={FileUp} label="Choose another file" onClick={onChoose} />
          <IconButton size="small" icon={X} label="Close file" onClick={() => type(null)} />
        </>
      }
    />
  );
}
