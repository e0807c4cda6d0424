import { useState } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { SecretField, TextField } from '#renderer/ui/text-field.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import { ProfileSelect } from './profile-select.tsx';
import { type CheckedSenderForm, useSenderForm } from './sender-run.ts';

interface SenderFormProps {
  readonly checked: CheckedSenderForm;
  readonly isRunning: boolean;
  readonly problem: string | undefined;
  readonly onStart: () => void;
  readonly onCancel: () => void;
}

export function SenderForm({ checked, isRunning, problem, onStart, onCancel }: SenderFormProps) {
  const form = useSenderForm();
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const touch = (name: string) => () => setTouched((before) => new Set([...before, name]));
  // Empty fields show no error before they were touched.
  const errorOf = (name: string, value: string) =>
    touched.has(name) || value !== '' ? checked.problems[name] : undefined;
  const { signature } = profileOf(form);
  const hasRotation = 'separator' in signature && signature.separator !== null;
  return (
    <section aria-label="Sender" className="flex h-full min-h-0 flex-col bg-bg-1">
      <ScrollRegion
        label="Sender settings"
        className="flex min-h-0 flex-1 flex-col gap-2 overflow-y-auto p-4 -outline-offset-2"
      >
        <Field label="Provider profile" hint="Profile to check the sender against">
          <ProfileSelect
            profile={form.profile}
            onChange={(profile) => useSenderForm.setState({ profile })}
          />
        </Field>
        {signature.kind !== 'none' && (
          <Field
            label="Secret"
            error={errorOf('secret', form.secret)}
            hint="What the sender signs with"
          >
            <SecretField
              noun="secret"
              value={form.secret}
              onBlur={touch('secret')}
              onChange={(event) => useSenderForm.setState({ secret: event.target.value })}
            />
          </Field>
        )}
        {hasRotation && (
          <Field
            label="Previous secret"
            optional
            error={errorOf('previousSecret', form.previousSecret)}
            hint="During rotation, the sender signs with both"
          >
            <SecretField
              noun="previous secret"
              value={form.previousSecret}
              onBlur={touch('previousSecret')}
              onChange={(event) => useSenderForm.setState({ previousSecret: event.target.value })}
            />
          </Field>
        )}
        <Field
          label="Trigger URL"
          optional
          error={errorOf('triggerUrl', form.triggerUrl)}
          hint="Receives POST { url, marker } per message"
        >
          <TextField
            mono
            value={form.triggerUrl}
            placeholder="http://127.0.0.1:3000/send"
            onBlur={touch('triggerUrl')}
            onChange={(event) => useSenderForm.setState({ triggerUrl: event.target.value })}
          />
        </Field>
        <Field
          label="Clock URL"
          optional
          error={errorOf('clockUrl', form.clockUrl)}
          hint="Receives POST { now }; otherwise retries take real time"
        >
          <TextField
            mono
            value={form.clockUrl}
            placeholder="http://127.0.0.1:3000/clock"
            onBlur={touch('clockUrl')}
            onChange={(event) => useSenderForm.setState({ clockUrl: event.target.value })}
          />
        </Field>
        <Field
          label="Port"
          optional
          error={errorOf('port', form.port)}
          hint="Leave empty for any free port"
        >
          <TextField
            mono
            value={form.port}
            inputMode="numeric"
            onBlur={touch('port')}
            onChange={(event) => useSenderForm.setState({ port: event.target.value })}
          />
        </Field>
        <Field
          label="Maximum time"
          optional
          error={errorOf('maxTimeMs', form.maxTime)}
          hint="1 min, or 10 min without a trigger"
        >
          <TextField
            value={form.maxTime}
            onBlur={touch('maxTimeMs')}
            onChange={(event) => useSenderForm.setState({ maxTime: event.target.value })}
          />
        </Field>
      </ScrollRegion>
      <footer className="flex flex-none flex-wrap items-center gap-2 border-t border-line p-4">
        <Button
          variant="primary"
          busy={isRunning}
          disabledReason={problem}
          shortcut="Mod+Enter"
          onClick={onStart}
        >
          Certify
        </Button>
        {isRunning && <Button onClick={onCancel}>Cancel</Button>}
      </footer>
    </section>
  );
}
