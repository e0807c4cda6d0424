import { CircleAlert, Plus, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { IconButton } from '#renderer/ui/icon-button.tsx';
import { TextField } from '#renderer/ui/text-field.tsx';
import {
  type DraftHeader,
  type ResendDraft,
  withHeader,
  withoutHeader,
  withTypedHeader,
} from './resend-draft.ts';
import type { ResendIssues } from './resend-issues.ts';

interface ResendHeaderFieldsProps {
  readonly draft: ResendDraft;
  readonly issues: ResendIssues;
  readonly onType: (draft: ResendDraft) => void;
}

/** The header lines that are typed; what the connection and the signature add is not among them. */
export function ResendHeaderFields({ draft, issues, onType }: ResendHeaderFieldsProps) {
  const list = useRef<HTMLUListElement>(null);
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
            header={header}
            number={index + 1}
            problem={issues.header.get(header.id)}
            onType={(typed) => onType(withTypedHeader(draft, typed))}
            onRemove={() => onType(withoutHeader(draft, header.id))}
          />
        ))}
      </ul>
      <Button icon={Plus} className="mt-2" onClick={add}>
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

interface HeaderRowProps {
  readonly header: DraftHeader;
  readonly number: number;
  readonly problem: string | undefined;
  readonly onType: (header: DraftHeader) => void;
  readonly onRemove: () => void;
}

function HeaderRow({ header, number, problem, onType, onRemove }: HeaderRowProps) {
  const problemId = `resend-header-problem-${header.id}`;
  const shared = {
    mono: true,
    'aria-invalid': problem !== undefined,
    'aria-describedby': problem && problemId,
    'data-invalid': problem && '',
  };
  return (
    <li>
      <div className="flex items-center gap-1.5">
        <TextField
          {...shared}
          value={header.name}
          placeholder="X-Env"
          aria-label={`Name of header ${number}`}
          onChange={(event) => onType({ ...header, name: event.target.value })}
          className="flex-[2]"
        />
        <TextField
          {...shared}
          value={header.value}
          placeholder="staging"
          aria-label={`Value of header ${number}`}
          onChange={(event) => onType({ ...header, value: event.target.value })}
          className="flex-[3]"
        />
        <IconButton size="small" icon={X} label={`Remove header ${number}`} onClick={onRemove} />
      </div>
      {problem && (
        <p id={problemId} role="alert" className="mt-1 flex gap-1.5 text-small text-bad">
          <CircleAlert className="icon-small mt-0.5" strokeWidth={1.5} aria-hidden="true" />
          {problem}
        </p>
      )}
    </li>
  );
}
