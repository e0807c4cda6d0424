import { Search } from 'lucide-react';
import { Field } from '#renderer/ui/field.tsx';
import { NumberField } from '#renderer/ui/number-field.tsx';
import { SuggestField } from '#renderer/ui/suggest-field.tsx';
import { SecretField, TextArea, TextField } from '#renderer/ui/text-field.tsx';
import { doNothing, longText, type Section, Specimen, Specimens, Touched } from './specimen.tsx';

const url = 'https://staging.example.com/hooks';

function Fields() {
  return (
    <Specimens wide>
      <Field label="Webhook URL" hint="Deliveries are sent here">
        <TextField mono defaultValue={url} />
      </Field>
      <Field label="Webhook URL" optional aside="12 of 100">
        <TextField mono placeholder="https://…" />
      </Field>
      <Field label="Webhook URL" error="Enter a URL with http:// or https://">
        <TextField mono defaultValue="nowhere" />
      </Field>
      <Field label="Shared secret" warning="Starts with a space, which is signed too">
        <TextField mono defaultValue=" s3cret" />
      </Field>
      <Field label="Webhook URL" disabled hint="Can't change while in flight">
        <TextField mono defaultValue={url} disabled />
      </Field>
      <Field label={longText} hint={`${longText}. ${longText}.`}>
        <TextField defaultValue={`${longText}. ${longText}.`} />
      </Field>
    </Specimens>
  );
}

function TextFields() {
  return (
    <Specimens>
      <Specimen of="default">
        <TextField aria-label="Name" defaultValue="Staging hooks" />
      </Specimen>
      <Specimen of="empty, with an icon">
        <TextField aria-label="Search" icon={Search} placeholder="Search" />
      </Specimen>
      <Touched>
        <TextField aria-label="Name" defaultValue="Staging hooks" />
      </Touched>
      <Specimen of="disabled">
        <TextField aria-label="Name" defaultValue="Staging hooks" disabled />
      </Specimen>
    </Specimens>
  );
}

function TextAreas() {
  return (
    <Specimens wide>
      <Specimen of="default">
        <TextArea aria-label="Users" defaultValue={'ada\nbob\ncyd'} className="w-full" />
      </Specimen>
      <Specimen of="bytes, empty">
        <TextArea aria-label="Body" mono rows={2} placeholder="{}" className="w-full" />
      </Specimen>
      <Specimen of="focus" forced="focus">
        <TextArea aria-label="Body" mono rows={2} defaultValue={'{"a": 1}'} className="w-full" />
      </Specimen>
      <Specimen of="disabled">
        <TextArea aria-label="Body" mono rows={2} disabled defaultValue="{}" className="w-full" />
      </Specimen>
    </Specimens>
  );
}

function NumberFields() {
  return (
    <Specimens>
      <Specimen of="default">
        <NumberField aria-label="Times" value={100} onChange={doNothing} className="w-28" />
      </Specimen>
      <Specimen of="with a unit">
        <NumberField
          aria-label="Rate"
          value={500}
          unit="per second"
          onChange={doNothing}
          className="w-40"
        />
      </Specimen>
      <Specimen of="empty">
        <NumberField aria-label="Times" value={null} onChange={doNothing} className="w-28" />
      </Specimen>
      <Specimen of="focus" forced="focus">
        <NumberField aria-label="Times" value={100} onChange={doNothing} className="w-28" />
      </Specimen>
      <Specimen of="disabled">
        <NumberField
          aria-label="Times"
          value={100}
          disabled
          onChange={doNothing}
          className="w-28"
        />
      </Specimen>
    </Specimens>
  );
}

function SecretFields() {
  return (
    <Specimens>
      <Specimen of="masked, with copying">
        <SecretField aria-label="Shared secret" noun="shared secret" value="s3cret" readOnly />
      </Specimen>
      <Specimen of="empty">
        <SecretField aria-label="Shared secret" noun="shared secret" value="" readOnly />
      </Specimen>
      <Specimen of="focus" forced="focus">
        <SecretField aria-label="Shared secret" noun="shared secret" defaultValue="s3cret" />
      </Specimen>
    </Specimens>
  );
}

const suggesting = {
  offers: [],
  open: false,
  onOpenChange: doNothing,
  onPick: doNothing,
  onType: doNothing,
  onHighlight: doNothing,
};

function SuggestFields() {
  return (
    <Specimens wide>
      <Specimen of="empty">
        <div className="w-full">
          <SuggestField {...suggesting} value="" aria-label="Filter" placeholder="Filter" />
        </div>
      </Specimen>
      <Specimen of="with tags">
        <div className="w-full">
          <SuggestField
            {...suggesting}
            value="status>=500"
            aria-label="Filter"
            leading={<span className="bytes rounded-chip bg-bg-3 px-1.5">type:track</span>}
          />
        </div>
      </Specimen>
      <Specimen of="focus" forced="focus">
        <div className="w-full">
          <SuggestField {...suggesting} value="event:" aria-label="Filter" />
        </div>
      </Specimen>
    </Specimens>
  );
}

export const fieldSections: readonly Section[] = [
  { id: 'field', title: 'Field', Content: Fields },
  { id: 'text-field', title: 'Text field', Content: TextFields },
  { id: 'text-area', title: 'Text area', Content: TextAreas },
  { id: 'number-field', title: 'Number field', Content: NumberFields },
  { id: 'secret-field', title: 'Secret field', Content: SecretFields },
  { id: 'suggest-field', title: 'Suggest field', Content: SuggestFields },
];
