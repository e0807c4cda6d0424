import { Eye, EyeOff, Wrench } from 'lucide-react';
import { useState } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { IconButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { Select } from '#renderer/ui/select.tsx';
import { counted, formatCount } from '#shared/kit/format.ts';
import type { Difference, Language, SignatureCause } from '#shared/signatures/signature.ts';
import { languages } from '#shared/signatures/snippets/languages.ts';

// The language of fixes, chosen once for all pages.

interface FixLanguage {
  /** Null: the language that the mistake is typical of. */
  readonly language: Language | null;
}

export const useFixLanguage = create<FixLanguage>()(
  persist((): FixLanguage => ({ language: null }), { name: 'hookwright.fix-language' }),
);

type Choice = Language | 'any';

const options: readonly { value: Choice; label: string }[] = [
  { value: 'any', label: 'Any language' },
  ...languages.map(({ id, name }) => ({ value: id, label: name })),
];

interface FixLanguageSelectProps {
  /** Used until one is chosen. */
  readonly detected?: Language | undefined;
  readonly className?: string;
  /** Required outside a Field. */
  readonly 'aria-label'?: string;
}

export function FixLanguageSelect({ detected, ...rest }: FixLanguageSelectProps) {
  const language = useFixLanguage((state) => state.language);
  return (
    <Select<Choice>
      {...rest}
      options={options}
      value={language ?? detected ?? 'any'}
      onChange={(choice) => useFixLanguage.setState({ language: choice === 'any' ? null : choice })}
    />
  );
}

const differenceOf: Readonly<Record<Difference['of'], string>> = {
  body: 'Hashed',
  content: 'Signed',
  secret: 'Used',
  algorithm: 'Computed',
  digest: 'Computed',
  header: 'Received',
  url: 'Signed',
  timestamp: 'Received',
};

/** One or two combined mistakes, each with its fix. */
export function Causes({ causes }: { causes: readonly SignatureCause[] }) {
  return (
    <ol aria-label="Causes" className="grid gap-4">
      {causes.map((cause, index) => (
        <CauseView key={cause.code} cause={cause} number={index + 1} />
      ))}
    </ol>
  );
}

function CauseView({ cause, number }: { cause: SignatureCause; number: number }) {
  const { code, message, fix, difference, alternatives } = cause;
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-2">
      <span
        aria-hidden="true"
        className="size-4.5 rounded-full bg-bg-3 text-center text-label leading-4.5 font-[550]"
      >
        {number}
      </span>
      <div className="grid min-w-0 gap-2">
        <p>
          {number > 1 && <span className="text-fg-2">In addition: </span>}
          <span className="font-medium">{message}</span>{' '}
          <code className="bytes text-fg-2">{code}</code>
        </p>
        {difference.of === 'secret' ? (
          <SecretDifference difference={difference} />
        ) : (
          <DifferenceView difference={difference} />
        )}
        <p className="flex items-start gap-2 rounded-control bg-bg-2 px-2.5 py-1.5">
          <Wrench className="icon-small mt-0.75 text-fg-2" strokeWidth={1.5} aria-hidden="true" />
          <span className="min-w-0 flex-1 [overflow-wrap:anywhere]">
            <span className="sr-only">Fix: </span>
            {fix}
          </span>
          <span className="-my-0.75">
            <CopyButton value={fix} label="Copy fix" />
          </span>
        </p>
        {alternatives.length > 0 && (
          <div className="text-small text-fg-2">
            <Disclosure
              name={`other causes than ${code}`}
              className="rounded-chip hover:text-fg"
              title={counted(alternatives.length, 'other possible cause')}
            >
              <ul className="mt-1 grid list-disc gap-1 pl-9">
                {alternatives.map((alternative) => (
                  <li key={alternative.code}>{alternative.message}</li>
                ))}
              </ul>
            </Disclosure>
          </div>
        )}
      </div>
    </li>
  );
}

/** A fixed length hides the length of the secret. */
const mask = '••••••••••••';

function SecretDifference({ difference }: { difference: Difference }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <div className="flex items-start gap-2">
      <DifferenceView
        difference={isShown ? difference : { ...difference, expected: mask, found: mask }}
      />
      <IconButton
        size="small"
        icon={isShown ? EyeOff : Eye}
        label={isShown ? 'Hide secrets' : 'Show secrets'}
        onClick={() => setIsShown(!isShown)}
      />
    </div>
  );
}

interface DifferenceViewProps {
  readonly difference: Difference;
  /** Default: by what differs. */
  readonly foundLabel?: string;
}

export function DifferenceView({ difference, foundLabel }: DifferenceViewProps) {
  const { of, expected, found, offset } = difference;
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-1 text-small">
      <dt className="text-fg-2">Expected</dt>
      <dd className="bytes [overflow-wrap:anywhere] whitespace-pre-wrap text-ok">{expected}</dd>
      <dt className="text-fg-2">{foundLabel ?? differenceOf[of]}</dt>
      <dd className="bytes [overflow-wrap:anywhere] whitespace-pre-wrap text-bad">{found}</dd>
      {offset !== null && (
        <>
          <dt className="text-fg-2">Byte offset</dt>
          <dd className="tabular-nums">{formatCount(offset)}</dd>
        </>
      )}
    </dl>
  );
}
