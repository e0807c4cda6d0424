import { StatusCode } from '#renderer/ui/badge.tsx';
import { CodeEditor } from '#renderer/ui/code-editor.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { HexView } from '#renderer/ui/hex-view.tsx';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import { KeyValueList } from '#renderer/ui/key-value-list.tsx';
import { type MarkedState, StateMark } from '#renderer/ui/state-mark.tsx';
import { TextDiff } from '#renderer/ui/text-diff.tsx';
import { Time } from '#renderer/ui/time.tsx';
import { VirtualList } from '#renderer/ui/virtual-list.tsx';
import type { VirtualListColumn } from '#renderer/ui/virtual-list-row.tsx';
import { doNothing, longText, now, type Section, Specimen, Specimens } from './specimen.tsx';

const value = {
  event: 'Order Completed',
  total: 129.9,
  paid: true,
  coupon: null,
  items: [{ sku: 'G-32' }],
  note: longText,
  empty: {},
};
const text = JSON.stringify(value, null, 2);
const code = `// Compares in constant time.\nconst given = Buffer.from(header, 'hex');\nif (given.length !== 20) return false;`;
const bytes = new TextEncoder().encode('{"event":"Größe","total":129.9}\u0000\n');

function Code() {
  return (
    <Specimens wide>
      <Specimen of="JSON">
        <div className="w-full border border-line">
          <CodeView text={text} language="json" label="Body" />
        </div>
      </Specimen>
      <Specimen of="code">
        <div className="w-full border border-line">
          <CodeView text={code} language="code" label="Code" />
        </div>
      </Specimen>
      <Specimen of="empty">
        <div className="w-full border border-line">
          <CodeView text="" label="Empty body" />
        </div>
      </Specimen>
    </Specimens>
  );
}

const lint = (editorText: string) => [
  { from: 2, to: 9, severity: 'error' as const, message: 'Required' },
  {
    from: editorText.length - 1,
    to: editorText.length,
    severity: 'warning' as const,
    message: 'Late.',
  },
];

function Editors() {
  return (
    <Specimens wide>
      <Specimen of="with an error and a warning">
        <div className="w-full">
          <CodeEditor
            value={'{\n  "event": ""\n}'}
            label="Message"
            language="json"
            lint={lint}
            onChange={doNothing}
          />
        </div>
      </Specimen>
      <Specimen of="read only">
        <div className="w-full">
          <CodeEditor value="{}" label="Sent" language="json" readOnly onChange={doNothing} />
        </div>
      </Specimen>
    </Specimens>
  );
}

function Trees() {
  return <JsonTree value={value} label="Body" />;
}

function Differences() {
  const text = (total: number) => JSON.stringify({ ...value, total }, null, 2);
  return (
    <div className="w-full">
      <TextDiff before={text(129.9)} after={text(130)} label="Body" isJson />
    </div>
  );
}

function Hex() {
  return <HexView bytes={bytes} label="Bytes" />;
}

export const byteSections: readonly Section[] = [
  { id: 'code-view', title: 'Code', Content: Code },
  { id: 'code-editor', title: 'Editor', Content: Editors },
  { id: 'json-tree', title: 'JSON', Content: Trees },
  { id: 'hex-view', title: 'Bytes', Content: Hex },
  { id: 'text-diff', title: 'Differences of texts', Content: Differences },
];

interface Row {
  readonly id: string;
  readonly event: string;
  readonly state: MarkedState;
  readonly code: number | null;
  readonly at: number;
}

const rows: readonly Row[] = [
  { id: 'a', event: 'Order Completed', state: 'delivered', code: 200, at: now - 2_000 },
  { id: 'b', event: 'Checkout Started', state: 'waiting', code: 503, at: now - 61_000 },
  { id: 'c', event: longText, state: 'gave_up', code: 500, at: now - 7_200_000 },
  { id: 'd', event: 'Heartbeat', state: 'not_sent', code: null, at: now - 90_000_000 },
];

const columns: readonly VirtualListColumn<Row>[] = [
  {
    id: 'state',
    heading: 'State',
    headingHidden: true,
    width: '14px',
    cell: ({ state }) => <StateMark state={state} />,
  },
  {
    id: 'event',
    heading: 'Event',
    width: 'minmax(0,1fr)',
    cell: ({ event }) => <span className="truncate">{event}</span>,
  },
  {
    id: 'status',
    heading: 'Status',
    width: '42px',
    align: 'end',
    cell: ({ code }) => <StatusCode code={code} />,
  },
  {
    id: 'age',
    heading: 'Age',
    width: '30px',
    align: 'end',
    cell: ({ at }) => <Time at={at} />,
  },
];

const list = {
  rows,
  columns,
  rowKey: ({ id }: Row) => id,
  onSelect: doNothing,
};

function Lists() {
  return (
    <Specimens wide>
      <Specimen of="a row is selected, some are not loaded">
        <div className="h-52 w-full border border-line">
          <VirtualList<Row>
            {...list}
            label="Deliveries"
            selectedKey="b"
            positions={{ before: 0, count: 1_000_000, positionOf: () => -1 }}
          />
        </div>
      </Specimen>
      <Specimen of="hover" forced="hover">
        <div className="h-36 w-full border border-line">
          <VirtualList<Row>
            {...list}
            label="Deliveries under the pointer"
            rows={rows.slice(0, 2)}
            selectedKey="a"
          />
        </div>
      </Specimen>
      <Specimen of="focus" forced="focus">
        <div className="h-28 w-full border border-line">
          <VirtualList<Row>
            {...list}
            label="Deliveries with the focus"
            rows={rows.slice(0, 2)}
            selectedKey="a"
          />
        </div>
      </Specimen>
    </Specimens>
  );
}

const pairs = [
  { key: 'Content-Type', value: 'application/json' },
  { key: 'X-Signature', value: '1f7b169c846f218ab552fa82fbf86758bf5c97d2', note: 'Valid' },
  { key: 'X-A-Name-That-Is-Longer-Than-Its-Column', value: 'x'.repeat(120) },
];

function Pairs() {
  return (
    <Specimens wide>
      <KeyValueList label="Headers" items={pairs} />
      <Specimen of="hover" forced="hover">
        <div className="w-full">
          <KeyValueList label="Headers under the pointer" items={pairs.slice(0, 1)} />
        </div>
      </Specimen>
    </Specimens>
  );
}

export const listSections: readonly Section[] = [
  { id: 'virtual-list', title: 'List', Content: Lists },
  { id: 'key-value-list', title: 'Names and values', Content: Pairs },
];
