import { type FormEvent, useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import { allowOrigins } from './scenario-actions.ts';

interface AllowOriginsProps {
  /** Empty: the dialog is closed. */
  readonly origins: readonly string[];
  readonly onCancel: () => void;
  /** Called after they were allowed for this window. */
  readonly onAllow: () => void;
}

export function AllowOrigins({ origins, onCancel, onAllow }: AllowOriginsProps) {
  const title = 'Send requests to other machines?';
  return (
    <Dialog
      open={origins.length > 0}
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      label={title}
    >
      <div className="flex flex-col gap-3 p-4">
        <h2 className="font-semibold">{title}</h2>
        <p className="text-fg-2">This run sends requests to other machines:</p>
        <ul className="bytes">
          {origins.map((origin) => (
            <li key={origin}>{origin}</li>
          ))}
        </ul>
        <div className="flex justify-end gap-2">
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              allowOrigins(origins);
              onAllow();
            }}
          >
            Allow and run
          </Button>
        </div>
      </div>
    </Dialog>
  );
}

interface EnterSecretsProps {
  /** Null: the dialog is closed. Else the values entered before, by variable. */
  readonly secrets: Readonly<Record<string, string>> | null;
  readonly onCancel: () => void;
  readonly onEnter: (secrets: Readonly<Record<string, string>>) => void;
}

/** Asks for the secrets of a run, which its run archive leaves out. */
export function EnterSecrets({ secrets, onCancel, onEnter }: EnterSecretsProps) {
  return (
    <Dialog
      open={secrets !== null}
      onOpenChange={(isOpen) => !isOpen && onCancel()}
      label="Enter the secrets of this run"
    >
      {secrets !== null && <SecretsForm secrets={secrets} onCancel={onCancel} onEnter={onEnter} />}
    </Dialog>
  );
}

function SecretsForm({
  secrets,
  onCancel,
  onEnter,
}: EnterSecretsProps & { readonly secrets: Readonly<Record<string, string>> }) {
  const [values, setValues] = useState(secrets);
  const [showsMissing, setShowsMissing] = useState(false);
  function submit(event: FormEvent): void {
    event.preventDefault();
    const isComplete = Object.values(values).every((value) => value !== '');
    setShowsMissing(!isComplete);
    if (isComplete) onEnter(values);
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-3 p-4">
      <h2 className="font-semibold">Enter the secrets of this run</h2>
      <p className="text-fg-2">Kept until you close the window, and never stored with a run</p>
      {Object.entries(values).map(([name, value]) => (
        <Field
          key={name}
          label={name}
          error={showsMissing && value === '' ? 'Enter a value' : undefined}
        >
          <SecretField
            noun={name}
            value={value}
            onChange={({ target }) => setValues({ ...values, [name]: target.value })}
          />
        </Field>
      ))}
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary">
          Run again
        </Button>
      </div>
    </form>
  );
}
