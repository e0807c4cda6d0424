import { Code } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Dialog } from '#renderer/ui/popup.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import type { ProfileChoice } from '#shared/connections/destination.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { languageNames } from '#shared/signatures/signature.ts';
import {
  type VerificationSnippet,
  verificationSnippets,
} from '#shared/signatures/snippets/verification-snippets.ts';

const defaultVariable = 'WEBHOOK_SECRET';

/** The framework, and the variable that holds the secret: chosen once for all secrets. */
const useSnippetChoice = create<{ readonly framework: string; readonly variable: string }>()(
  persist(() => ({ framework: 'express', variable: defaultVariable }), {
    name: 'hookwright.snippets',
  }),
);

const isVariable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

interface SnippetsProps {
  /** How the sender signs, until another profile is chosen. */
  readonly profile?: ProfileChoice;
}

/** Receivers that verify the signatures of a profile. */
export function Snippets({ profile: initialProfile = defaultProfileId }: SnippetsProps) {
  const { framework, variable } = useSnippetChoice();
  const [choice, setChoice] = useState(initialProfile);
  const profile = profileOf({ profile: choice });
  const snippets = verificationSnippets(profile);
  const snippet = snippets.find(({ id }) => id === framework) ?? snippets[0];
  if (snippet === undefined) return null;
  const options = snippets.map(({ id, title, language }) => ({
    value: id,
    label: title,
    hint: languageNames[language],
  }));
  return (
    <ScrollRegion
      label="Snippet"
      className="flex min-h-0 flex-col gap-3 overflow-y-auto p-4 -outline-offset-2"
    >
      <header>
        <h2 className="text-title font-semibold">Verification code</h2>
        <p className="text-fg-2">
          {signatureLabel(profile.signature)}. Rejects invalid signatures with 401.
        </p>
      </header>
      <div className="grid gap-x-4 sm:grid-cols-3">
        <Field label="Provider profile">
          <ProfileSelect signing profile={choice} onChange={setChoice} />
        </Field>
        <Field label="Framework">
          <Select
            options={options}
            value={snippet.id}
            onChange={(id) => useSnippetChoice.setState({ framework: id })}
          />
        </Field>
        <Field
          label="Secret environment variable"
          error={
            isVariable(variable)
              ? undefined
              : 'Use letters, digits and underscores; start with a letter or underscore.'
          }
        >
          <TextField
            mono
            value={variable}
            onChange={(event) => useSnippetChoice.setState({ variable: event.target.value })}
          />
        </Field>
      </div>
      <SnippetCard
        key={`${profile.id} ${snippet.id}`}
        snippet={snippet}
        variable={isVariable(variable) ? variable : defaultVariable}
      />
    </ScrollRegion>
  );
}

function SnippetCard({ snippet, variable }: { snippet: VerificationSnippet; variable: string }) {
  const code = snippet.code(variable);
  return (
    <Card
      title={snippet.file}
      meta={snippet.title}
      padded={false}
      className="flex-none"
      actions={<CopyButton value={code} label={`Copy ${snippet.title} code`} />}
    >
      {snippet.install !== null && (
        <div className="flex h-9 items-center gap-2 border-b border-line/60 pr-1.5 pl-3">
          <code className="bytes min-w-0 flex-1 truncate text-fg-2">{snippet.install}</code>
          <CopyButton value={snippet.install} label="Copy install command" />
        </div>
      )}
      <CodeView language="code" label={`${snippet.title} code`} text={code.trimEnd()} />
    </Card>
  );
}

/** Beside a secret: how a receiver verifies what is signed with it. */
export function CodeButton({ profile }: Required<SnippetsProps>) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button icon={Code} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        Code
      </Button>
      <Dialog isWide open={isOpen} onOpenChange={setOpen} label="Verification code">
        <Snippets profile={profile} />
      </Dialog>
    </>
  );
}
