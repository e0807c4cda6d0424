import { LearnMore } from '#renderer/components/learn-more.tsx';
import { ProfileSelect } from '#renderer/components/profile-select.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import { publicKeyForm } from '#shared/profiles/secret.ts';
import { CertificationField } from './certification-field.tsx';
import { senderRun, useSenderForm } from './sender-run.ts';

interface SenderFieldsProps {
  readonly problems: Readonly<Record<string, string>>;
}

export function SenderFields({ problems }: SenderFieldsProps) {
  const form = useSenderForm();
  const { signature } = profileOf(form);
  const keyForm = publicKeyForm(signature);
  const hasRotation = 'separator' in signature && signature.separator !== null;
  return (
    <>
      <Field
        label="Provider profile"
        hint="Conventions that the sender must follow"
        aside={<LearnMore topic="certifySender" />}
      >
        <ProfileSelect
          profile={form.profile}
          onChange={(profile) => {
            useSenderForm.setState({ profile });
            // The results belong to the clauses of another profile.
            senderRun.reset();
          }}
        />
      </Field>
      {signature.kind !== 'none' && (
        <CertificationField
          label={keyForm === null ? 'Secret' : 'Public key'}
          isSecret={keyForm === null}
          mono
          value={form.secret}
          problem={problems.secret}
          hint={keyForm ?? 'The sender signs requests with this secret'}
          onChange={(secret) => useSenderForm.setState({ secret })}
        />
      )}
      {hasRotation && (
        <CertificationField
          label="Previous secret"
          optional
          isSecret
          value={form.previousSecret}
          problem={problems.previousSecret}
          hint="During rotation, the sender signs with both"
          onChange={(previousSecret) => useSenderForm.setState({ previousSecret })}
        />
      )}
      <CertificationField
        label="Trigger URL"
        optional
        mono
        value={form.triggerUrl}
        problem={problems.triggerUrl}
        placeholder="http://127.0.0.1:3000/send"
        hint="Hookwright asks this URL to send each message. Empty: you send them."
        onChange={(triggerUrl) => useSenderForm.setState({ triggerUrl })}
      />
      <CertificationField
        label="Clock URL"
        optional
        mono
        value={form.clockUrl}
        problem={problems.clockUrl}
        placeholder="http://127.0.0.1:3000/clock"
        hint="Sets your sender's clock. Without it, retries take real time."
        onChange={(clockUrl) => useSenderForm.setState({ clockUrl })}
      />
      <div className="grid grid-cols-2 gap-4">
        <CertificationField
          label="Port"
          optional
          mono
          inputMode="numeric"
          value={form.port}
          problem={problems.port}
          hint="By default, any free port"
          onChange={(port) => useSenderForm.setState({ port })}
        />
        <CertificationField
          label="HTTPS port"
          optional
          mono
          inputMode="numeric"
          value={form.tlsPort}
          problem={problems.tlsPort}
          hint="First of four ports"
          onChange={(tlsPort) => useSenderForm.setState({ tlsPort })}
        />
      </div>
      <CertificationField
        label="Maximum time"
        optional
        value={form.maxTime}
        problem={problems.maxTimeMs}
        hint="By default 1 min, or 10 min without a trigger"
        onChange={(maxTime) => useSenderForm.setState({ maxTime })}
      />
    </>
  );
}
