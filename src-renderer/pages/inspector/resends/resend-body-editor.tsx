import { CircleAlert } from 'lucide-react';
import type { Ref } from 'react';
import { byteText, textBytes } from '#renderer/components/body-bytes.ts';
import { Card } from '#renderer/ui/card.tsx';
import { CodeEditor, type CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import type { ResendDraft } from './resend-draft.ts';

interface ResendBodyEditorProps {
  readonly draft: ResendDraft;
  readonly problem: string | undefined;
  readonly onType: (draft: ResendDraft) => void;
  readonly ref: Ref<CodeEditorHandle>;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The body, as it is typed: it is neither checked nor written otherwise before it is sent. */
export function ResendBodyEditor({ draft, problem, onType, ref }: ResendBodyEditorProps) {
  const { body } = draft;
  return (
    <Card title="Body" meta={byteText(textBytes(body).byteLength)} padded={false}>
      <CodeEditor
        ref={ref}
        label="Body"
        value={body}
        onChange={(typed) => onType({ ...draft, body: typed })}
        frameless
      />
      {problem === undefined ? (
        <p role="status" className="border-t border-line px-3 py-1.5 text-small text-fg-2">
          {isJson(body)
            ? 'Sent byte for byte as it is typed here, white space included.'
            : 'This is not JSON. It is sent all the same, byte for byte.'}
        </p>
      ) : (
        <p
          role="alert"
          className="flex gap-1.5 border-t border-line px-3 py-1.5 text-small text-bad"
        >
          <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
          {problem}
        </p>
      )}
    </Card>
  );
}
