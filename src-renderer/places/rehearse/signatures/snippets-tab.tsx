import { ProfileSelect } from '#renderer/connections/profile-select.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import { profileOf } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { languageNames } from '#shared/signatures/signature.ts';
import {
  type VerificationSnippet,
  verificationSnippets,
} from '#shared/signatures/snippets/verification-snippets.ts';
import { defaultVariable, useSignatures } from './signatures-store.ts';

const isVariable = (name: string): boolean => /^[A-Za-z_][A-Za-z0-9_]*$/.test(name);

export function SnippetsTab() {
  const { snippet: selectedSnippet, variable, snippetProfile } = useSignatures();
  const profile = profileOf({ profile: snippetProfile });
  const snippets = verificationSnippets(profile);
  const snippet = snippets.find(({ id }) => id === selectedSnippet) ?? snippets[0];
  if (snippet === undefined) return null;
  const options = snippets.map(({ id, title, language }) => ({
    value: id,
    label: title,
    hint: languageNames[language],
  }));
  return (
    <ScrollRegion label="Snippet" className="h-full overflow-y-auto bg-bg-0 p-4 -outline-offset-2">
      <div className="mx-auto flex max-w-[860px] flex-col gap-3">
        <p className="text-fg-2">
          {signatureLabel(profile.signature)}. Rejects invalid signatures with 401.
        </p>
        <div className="grid gap-x-4 md:grid-cols-3">
          <Field label="Provider profile">
            <ProfileSelect
              signing
              profile={snippetProfile}
              onChange={(choice) => useSignatures.setState({ snippetProfile: choice })}
            />
          </Field>
          <Field label="Framework">
            <Select
              options={options}
              value={snippet.id}
              onChange={(id) => useSignatures.setState({ snippet: id })}
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
              onChange={(event) => useSignatures.setState({ variable: event.target.value })}
            />
          </Field>
        </div>
        <SnippetCard
          key={`${profile.id} ${snippet.id}`}
          snippet={snippet}
          variable={isVariable(variable) ? variable : defaultVariable}
        />
      </div>
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
