import { CodeEditor } from '#renderer/ui/code-editor.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { HexView } from '#renderer/ui/hex-view.tsx';
import { JsonTree } from '#renderer/ui/json-tree.tsx';
import { doNothing, longText, type Section, Specimen, Specimens } from './specimen.tsx';

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
const bytes = new TextEncoder().encode('{"event":"Größe","total":129.9}\u0000\n');

function Code() {
  return (
    <Specimens wide>
      <Specimen of="JSON">
        <div className="w-full border border-line">
          <CodeView text={text} language="json" label="Body" />
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

const lint = (written: string) => [
  { from: 2, to: 9, severity: 'error' as const, message: 'It may not be empty.' },
  { from: written.length - 1, to: written.length, severity: 'warning' as const, message: 'Late.' },
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

function Hex() {
  return <HexView bytes={bytes} label="Bytes" />;
}

export const byteSections: readonly Section[] = [
  { id: 'code-view', title: 'Code', Content: Code },
  { id: 'code-editor', title: 'Editor', Content: Editors },
  { id: 'json-tree', title: 'JSON', Content: Trees },
  { id: 'hex-view', title: 'Bytes', Content: Hex },
];
