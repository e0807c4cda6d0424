import { Segmented } from '#renderer/ui/segmented.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import { TabPanel, Tabs } from '#renderer/ui/tabs.tsx';
import { Checkbox, Switch } from '#renderer/ui/toggles.tsx';
import { doNothing, longText, type Section, Specimen, Specimens, Touched } from './specimen.tsx';

function Checkboxes() {
  return (
    <Specimens>
      <Specimen of="off, on, some">
        <Checkbox label="Shop" checked={false} onChange={doNothing} />
        <Checkbox label="Shop" checked onChange={doNothing} />
        <Checkbox label="Shop" checked={false} mixed onChange={doNothing} />
      </Specimen>
      <Specimen of="disabled">
        <Checkbox label="Shop" checked disabled onChange={doNothing} />
      </Specimen>
      <Touched>
        <Checkbox label="Shop" checked onChange={doNothing} />
      </Touched>
      <Specimen of="long, with a hint">
        <Checkbox label={longText} hint={longText} checked onChange={doNothing} />
      </Specimen>
    </Specimens>
  );
}

function Switches() {
  return (
    <Specimens>
      <Specimen of="off, on">
        <Switch label="Enabled" checked={false} onChange={doNothing} />
        <Switch label="Enabled" checked onChange={doNothing} />
      </Specimen>
      <Specimen of="disabled">
        <Switch label="Enabled" checked={false} disabled onChange={doNothing} />
        <Switch label="Enabled" checked disabled onChange={doNothing} />
      </Specimen>
      <Touched>
        <Switch label="Enabled" checked onChange={doNothing} />
      </Touched>
      <Specimen of="long, with a hint">
        <Switch label={longText} hint={longText} checked={false} onChange={doNothing} />
      </Specimen>
    </Specimens>
  );
}

const segments = [
  { value: 'tree', label: 'Tree' },
  { value: 'text', label: 'Text' },
  { value: 'bytes', label: 'Bytes', disabled: true },
];

function Segmenteds() {
  const choice = { label: 'View', segments, value: 'tree', onChange: doNothing };
  return (
    <Specimens>
      <Specimen of="one disabled">
        <Segmented {...choice} />
      </Specimen>
      <Specimen of="small">
        <Segmented {...choice} size="small" />
      </Specimen>
      <Specimen of="hover" forced="hover">
        <Segmented {...choice} />
      </Specimen>
    </Specimens>
  );
}

const options = [
  { value: 'valid', label: 'Valid', mark: <StateMark state="delivered" decorative /> },
  { value: 'long', label: longText, hint: longText },
  { value: 'none', label: 'No header', disabled: true },
];

function Selects() {
  const choice = { options, onChange: doNothing, 'aria-label': 'Signature', className: 'w-44' };
  return (
    <Specimens>
      <Specimen of="chosen">
        <Select {...choice} value="valid" />
      </Specimen>
      <Specimen of="nothing chosen">
        <Select {...choice} value={null} />
      </Specimen>
      <Specimen of="long">
        <Select {...choice} value="long" />
      </Specimen>
      <Specimen of="disabled">
        <Select {...choice} value="valid" disabled />
      </Specimen>
      <Touched>
        <Select {...choice} value="valid" />
      </Touched>
    </Specimens>
  );
}

const tabs = [
  { value: 'request', label: 'Request' },
  { value: 'response', label: 'Response', count: 0 },
  { value: 'deliveries', label: 'Deliveries', count: 1_234_567 },
];

function TabRows() {
  return (
    <Specimens wide>
      <Specimen of="with counts">
        <div className="w-full">
          <Tabs label="Views" tabs={tabs} value="request" onChange={doNothing}>
            <TabPanel value="request">The panel of the tab.</TabPanel>
          </Tabs>
        </div>
      </Specimen>
      <Specimen of="hover" forced="hover">
        <Tabs label="Views" tabs={tabs} value="request" onChange={doNothing} />
      </Specimen>
      <Specimen of="focus" forced="focus">
        <Tabs label="Views" tabs={tabs} value="response" onChange={doNothing} />
      </Specimen>
    </Specimens>
  );
}

export const choiceSections: readonly Section[] = [
  { id: 'checkbox', title: 'Checkbox', Content: Checkboxes },
  { id: 'switch', title: 'Switch', Content: Switches },
  { id: 'segmented', title: 'Segmented', Content: Segmenteds },
  { id: 'select', title: 'Select', Content: Selects },
  { id: 'tabs', title: 'Tabs', Content: TabRows },
];
