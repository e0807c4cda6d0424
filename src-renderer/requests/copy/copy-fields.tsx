import { CircleAlert, Plus } from 'lucide-react';
import { type Ref, useRef } from 'react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeEditor, type CodeEditorHandle } from '#renderer/ui/code-editor.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { SecretField } from '#renderer/ui/text-field.tsx';
import { sharedSecretWarning } from '#shared/connections/destination.ts';
import { signings } from '#shared/deliveries/copy.ts';
import { formatBytes } from '#shared/kit/format.ts';
import type { SignatureScheme } from '#shared/profiles/profile.ts';
import { textBytes } from '../body-bytes.ts';
import { HeaderRow } from '../header-row.tsx';
import {
  type CopyDraft,
  type CopyIssues,
  withHeader,
  withoutHeader,
  withTypedHeader,
} from './copy-draft.ts';
import { signingFinds, signingOptions } from './signings.ts';

interface CopyHeaderFieldsProps<Draft> {
  readonly draft: Draft;
  readonly issues: CopyIssues;
  readonly onType: (draft: Draft) => void;
}

/** Editable headers; the connection and the signature add others. */
export function CopyHeaderFields<Draft extends Pick<CopyDraft, 'headers'>>({
  draft,
  issues,
  onType,
}: CopyHeaderFieldsProps<Draft>) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    onType(withHeader(draft));
    // Focuses the new row in the next frame at the latest.
    requestAnimationFrame(() =>
      list.current?.querySelector<HTMLInputElement>('li:last-child input')?.focus(),
    );
  };
  return (
    <Card title="Headers" meta={draft.headers.length}>
      <ul ref={list} aria-label="Headers to send" className="flex flex-col gap-1.5">
        {draft.headers.map((header, index) => (
          <HeaderRow
            key={header.id}
            of={`header ${index + 1}`}
            name={{
              value: header.name,
              onChange: ({ currentTarget }) =>
                onType(withTypedHeader(draft, { ...header, name: currentTarget.value })),
            }}
            value={{
              value: header.value,
              onChange: ({ currentTarget }) =>
                onType(withTypedHeader(draft, { ...header, value: currentTarget.value })),
            }}
            namePlaceholder="X-Env"
            valuePlaceholder="staging"
            // The message says which of the two is wrong.
            nameProblem={issues.header.get(header.id)}
            valueProblem={issues.header.get(header.id)}
            onRemove={() => {
              onType(withoutHeader(draft, header.id));
              addButton.current?.focus();
            }}
          />
        ))}
      </ul>
      <Button ref={addButton} icon={Plus} className="mt-2" onClick={add}>
        Add header
      </Button>
      <p className="mt-2 text-small text-fg-2">
        {issues.headers === undefined ? (
          'Host, length, connection and signature are set automatically'
        ) : (
          <span role="alert" className="text-bad">
            {issues.headers}
          </span>
        )}
      </p>
    </Card>
  );
}

interface CopyBodyEditorProps<Draft> {
  readonly draft: Draft;
  readonly problem: string | undefined;
  readonly onType: (draft: Draft) => void;
  readonly ref: Ref<CodeEditorHandle>;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The body, sent exactly as typed. */
export function CopyBodyEditor<Draft extends Pick<CopyDraft, 'body'>>({
  draft,
  problem,
  onType,
  ref,
}: CopyBodyEditorProps<Draft>) {
  const { body } = draft;
  return (
    <Card title="Body" meta={formatBytes(textBytes(body).byteLength)} padded={false}>
      <CodeEditor
        ref={ref}
        label="Body"
        value={body}
        onChange={(typed) => onType({ ...draft, body: typed })}
        frameless
      />
      {problem === undefined ? (
        <p role="status" className="border-t border-line px-3 py-1.5 text-small text-fg-2">
          {isJson(body) ? 'Sent byte for byte' : 'Not JSON; sent byte for byte'}
        </p>
      ) : (
        <p
          role="alert"
          className="flex gap-1.5 border-t border-line px-3 py-1.5 text-small text-bad"
        >
          <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
          {problem}
        </p>
      )}
    </Card>
  );
}

interface CopySigningCardProps {
  readonly draft: CopyDraft;
  /** Of the destination's profile. */
  readonly scheme: SignatureScheme;
  /** The destination's secret; undefined if it was deleted. */
  readonly ownSecret: string | undefined;
  readonly issues: CopyIssues;
  readonly onType: (draft: CopyDraft) => void;
}

function secretHint({ secret }: CopyDraft, ownSecret: string | undefined): string {
  if (secret !== null) return 'For this request only';
  if (ownSecret === undefined) return 'From the deleted destination';
  return ownSecret === '' ? 'No secret set' : 'From the destination';
}

/** The secret and how the request is signed. */
export function CopySigningCard({
  draft,
  scheme,
  ownSecret,
  issues,
  onType,
}: CopySigningCardProps) {
  const secret = draft.secret ?? ownSecret ?? '';
  if (scheme.kind === 'none')
    return (
      <Card title="Signature" meta="none">
        <p className="text-fg-2">This profile doesn't sign requests.</p>
      </Card>
    );
  return (
    <Card title="Signature">
      <div className="grid gap-2">
        <Field label={scheme.header} hint={signingFinds[draft.signing]}>
          <Select
            options={signingOptions(signings, scheme, draft.signing)}
            value={draft.signing}
            onChange={(signing) => onType({ ...draft, signing })}
          />
        </Field>
        <Field
          label="Secret"
          error={issues.secret}
          warning={draft.secret === null ? undefined : sharedSecretWarning(secret)}
          hint={secretHint(draft, ownSecret)}
        >
          <SecretField
            noun="secret"
            value={secret}
            onChange={({ target }) =>
              onType({ ...draft, secret: target.value === ownSecret ? null : target.value })
            }
          />
        </Field>
      </div>
    </Card>
  );
}

interface CopyNoticesProps {
  readonly offline: boolean;
  /** Why there is no preview. */
  readonly problem: string | null;
  /** Why the copy was not sent. */
  readonly notSent: string | null;
}

/** Problems that belong to no field. */
export function CopyNotices({ offline, problem, notSent }: CopyNoticesProps) {
  if (!offline && problem === null && notSent === null) return null;
  return (
    <div className="grid flex-none gap-2 px-4 pt-3">
      {offline && (
        <Banner tone="warn" title="Connection lost.">
          Your changes are kept.
        </Banner>
      )}
      {!offline && problem !== null && (
        <Banner tone="bad" title="No preview available.">
          {problem}
        </Banner>
      )}
      {notSent !== null && (
        <Banner tone="bad" title="Can't send the request.">
          {notSent}
        </Banner>
      )}
    </div>
  );
}
