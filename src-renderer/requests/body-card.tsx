import { type ReactNode, useMemo, useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { HexView } from '#renderer/ui/hex-view.tsx';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import type { Bytes } from '#shared/deliveries/delivery.ts';
import type { HeaderLines } from '#shared/ingestion/message.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { bytesOf, decodedBody, jsonOf, keptBytes } from './body-bytes.ts';

/** Larger bodies are parsed and drawn on request. Messages are smaller; responses keep 64 KB. */
const maxInitialBytes = 50_000;

interface BodyCardProps {
  readonly title: string;
  /** Accessible name of the body; the title by default. */
  readonly bodyName?: string;
  /** Beside the title; the size by default. `from`: what the body was decoded from. */
  readonly meta?: (size: string, from: string | null) => ReactNode;
  /** Above the body. */
  readonly head?: ReactNode;
  readonly body: Bytes;
  /** Headers of the same request or response, which say how to decode the body. */
  readonly headers?: HeaderLines;
  /** Shown for an empty body. */
  readonly empty: string;
  /** Why the body is incomplete. */
  readonly cutOff?: string;
  /** Below the body. */
  readonly note?: ReactNode;
}

/** A body as a tree, text, or bytes. */
export function BodyCard(props: BodyCardProps) {
  const { title, bodyName = title, body, headers, empty, cutOff, note } = props;
  const preferredLook = useBodyLook((state) => state.look);
  const size = keptBytes(body);
  const [isShown, setIsShown] = useState(size <= maxInitialBytes);
  const { text, from } = useMemo(() => decodedBody(body, headers ?? []), [body, headers]);
  const json = useMemo(() => (isShown ? jsonOf(text) : undefined), [isShown, text]);
  const looks = looksOf(text, json !== undefined);
  const look = looks.includes(preferredLook) ? preferredLook : looks[0];
  const isEmpty = size === 0;
  const sizeText = isEmpty ? 'empty' : metaText(body, from);
  return (
    <Card
      title={title}
      meta={props.meta?.(sizeText, from) ?? sizeText}
      padded={false}
      actions={
        !isEmpty &&
        look !== undefined &&
        looks.length > 1 && (
          <Segmented
            label={`${bodyName} as`}
            size="small"
            value={look}
            onChange={chooseBodyLook}
            segments={looks.map((value) => ({ value, label: lookLabels[value] }))}
          />
        )
      }
    >
      {props.head && <div className="border-b border-line">{props.head}</div>}
      {isEmpty ? (
        <p className="px-3 py-2.5 text-fg-2">{empty}</p>
      ) : isShown ? (
        <div className="group relative">
          <Drawn title={bodyName} body={body} text={text} json={json} look={look} />
          {text !== null && (
            // Like that of the headers, it stands over what it copies.
            <span className="absolute top-0.5 right-1 rounded-control bg-bg-2 opacity-0 group-hover:opacity-100 has-focus-visible:opacity-100">
              <CopyButton value={text} label={`Copy ${bodyName.toLowerCase()}`} />
            </span>
          )}
        </div>
      ) : (
        <div className="px-3 py-2.5">
          <Button onClick={() => setIsShown(true)}>Show {formatBytes(size)}</Button>
        </div>
      )}
      {body.truncated && cutOff !== undefined && (
        <p className="border-t border-line px-3 py-2 text-small text-fg-2">{cutOff}</p>
      )}
      {note}
    </Card>
  );
}

const lookLabels: Record<BodyLook, string> = { tree: 'Tree', text: 'Text', bytes: 'Bytes' };

/** `first 64 KB`, `2 KB, decoded from gzip` */
function metaText(body: Bytes, from: string | null): string {
  const size = `${body.truncated ? 'first ' : ''}${formatBytes(keptBytes(body))}`;
  return from === null ? size : `${size}, decoded from ${from}`;
}

function looksOf(text: string | null, isJson: boolean): readonly BodyLook[] {
  if (text === null) return ['bytes'];
  return isJson ? ['tree', 'text', 'bytes'] : ['text', 'bytes'];
}

interface DrawnProps {
  readonly title: string;
  readonly body: Bytes;
  readonly text: string | null;
  readonly json: ReturnType<typeof jsonOf>;
  readonly look: BodyLook | undefined;
}

function Drawn({ title, body, text, json, look }: DrawnProps) {
  const bytes = useMemo(() => (look === 'bytes' ? bytesOf(body) : null), [look, body]);
  if (bytes !== null) return <HexView bytes={bytes} label={`${title} as bytes`} />;
  if (look === 'tree' && json !== undefined) return <JsonTree value={json} label={title} />;
  return (
    <CodeView
      text={text ?? ''}
      language={json === undefined ? 'text' : 'json'}
      label={`${title} as text`}
    />
  );
}

// The preferred view of bodies; kept across rows and pages.

type BodyLook = 'tree' | 'text' | 'bytes';

const useBodyLook = create<{ readonly look: BodyLook }>()(
  persist((): { readonly look: BodyLook } => ({ look: 'tree' }), { name: 'hookwright.body-look' }),
);

function chooseBodyLook(look: BodyLook): void {
  useBodyLook.setState({ look });
}
