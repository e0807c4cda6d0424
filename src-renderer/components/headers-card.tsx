import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { type KeyValue, KeyValueList } from '#renderer/ui/key-value-list.tsx';
import type { HeaderLines } from '#shared/schemas/message.ts';

interface HeadersCardProps {
  readonly title: string;
  /** First row: method and URL, or the status. */
  readonly first?: KeyValue;
  readonly headers: HeaderLines;
  /** Why some headers are missing. */
  readonly cutOff?: string | undefined;
}

export function HeadersCard({ title, first, headers, cutOff }: HeadersCardProps) {
  const items = headers.map(([key, value]) => ({ key, value }));
  const text = headers.map(([name, value]) => `${name}: ${value}`).join('\n');
  return (
    <Card
      title={title}
      meta={headers.length}
      padded={false}
      actions={headers.length > 0 && <CopyButton value={text} label="Copy all headers" />}
    >
      <KeyValueList
        label={title}
        keyWidth={126}
        items={first === undefined ? items : [first, ...items]}
      />
      {cutOff !== undefined && (
        <p className="border-t border-line px-3 py-2 text-small text-fg-2">{cutOff}</p>
      )}
    </Card>
  );
}
