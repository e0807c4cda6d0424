import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { HeaderRow } from '#renderer/components/header-row.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { type ResendDraft, withHeader, withoutHeader, withTypedHeader } from './resend-draft.ts';
import type { ResendIssues } from './resend-issues.ts';

interface ResendHeaderFieldsProps {
  readonly draft: ResendDraft;
  readonly issues: ResendIssues;
  readonly onType: (draft: ResendDraft) => void;
}

/** The header lines that are typed; what the connection and the signature add is not among them. */
export function ResendHeaderFields({ draft, issues, onType }: ResendHeaderFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  const add = (): void => {
    onType(withHeader(draft));
    // Drawn with the next frame at the latest; whoever adds a header wants to type it.
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
            // The sentence says which of the two it is about.
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
        Add a header
      </Button>
      <p className="mt-2 text-small text-fg-2">
        {issues.headers === undefined ? (
          'Host, length and connection are set when it is sent, X-Signature by the choice of signing.'
        ) : (
          <span role="alert" className="text-bad">
            {issues.headers}
          </span>
        )}
      </p>
    </Card>
  );
}
