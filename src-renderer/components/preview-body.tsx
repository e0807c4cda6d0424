import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import { jsonOf } from './body-bytes.ts';

export type BodyView = 'tree' | 'text';

/** The bytes that all requests to one destination carry. */
export function PreviewBody({ text, view }: { text: string; view: BodyView }) {
  // A browser that would round the numbers shows the raw text.
  const value = jsonOf(text);
  return (
    <>
      <div className="flex h-8 items-center gap-2 pr-1.5 pl-3 text-small">
        <span className="font-semibold">Body</span>
        <span className="text-fg-3">
          {new TextEncoder().encode(text).length.toLocaleString('en')} bytes
        </span>
        <span className="ml-auto">
          <CopyButton value={text} label="Copy body" />
        </span>
      </div>
      {view === 'tree' && value !== undefined ? (
        <JsonTree label="Body" value={value} />
      ) : (
        <CodeView label="Body" language="json" text={text} />
      )}
    </>
  );
}
