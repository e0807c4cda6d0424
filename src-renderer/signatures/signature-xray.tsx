/** Where the digest of a receiver differs from the right one, down to the byte, and the fix. */
import { Wrench } from 'lucide-react';
import { type ReactNode, useId, useMemo } from 'react';
import { ActionButton, useActions } from '#renderer/kit/actions/actions.tsx';
import { openVerify } from '#renderer/kit/overlay.ts';
import { navigate } from '#renderer/kit/routing/route-store.ts';
import { TextButton } from '#renderer/ui/button.tsx';
import { CopyButton, copyText } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { Disclosure } from '#renderer/ui/disclosure.tsx';
import { cross, StateMark, tick } from '#renderer/ui/state-mark.tsx';
import { counted } from '#shared/kit/format.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { alignmentOf, changesText } from '#shared/signatures/alignment.ts';
import type { ResponseFramework } from '#shared/signatures/receiver-response.ts';
import type { RejectionCause } from '#shared/signatures/rejection-causes.ts';
import {
  type Diagnosis,
  type Language,
  languageNames,
  type SignatureCause,
} from '#shared/signatures/signature.ts';
import { fixLines, returningLine } from '#shared/signatures/snippets/digest-lines.ts';
import { ByteRibbons } from './byte-ribbons.tsx';
import { CauseDifference } from './difference-view.tsx';
import { FixLanguageSelect, useFixLanguage } from './fix-language.tsx';
import {
  type DigestPart,
  explainedSummary,
  type SignatureSummary,
  unexplainedSummary,
} from './summary.ts';

/** A digest, and whose it is. */
export interface KnownDigest {
  readonly of: string;
  readonly value: string;
}

export interface SignatureXrayProps {
  readonly profile: ProviderProfile;
  /** Null unless the digest is explained. */
  readonly diagnosis: Diagnosis | null;
  /** What the response shows by itself. */
  readonly cause: RejectionCause | null;
  /** The signed bytes as hex, for a digest that isn't explained. */
  readonly signedHex: string;
  readonly digests: readonly KnownDigest[];
  readonly framework: ResponseFramework | undefined;
  /** If the receiver is a mock endpoint. */
  readonly mockId?: string | undefined;
  /** Whose digest can be entered if the response doesn't have it. */
  readonly deliveryId?: number | undefined;
  /** Whether a later copy was accepted. */
  readonly isFixed?: boolean;
  /** Only the bytes and the fix, in a list of results. */
  readonly isShort?: boolean;
  /** Instead of what the diagnosis or the response shows. */
  readonly summary?: SignatureSummary | undefined;
}

export function bytesOfHex(hex: string): Uint8Array {
  const bytes = new Uint8Array(hex.length / 2);
  for (let index = 0; index < bytes.length; index += 1)
    bytes[index] = Number.parseInt(hex.slice(index * 2, index * 2 + 2), 16);
  return bytes;
}

function useComparison({ diagnosis, signedHex }: SignatureXrayProps) {
  const { sent: sentHex, hashed: hashedHex } = diagnosis?.bytes ?? {
    sent: signedHex,
    hashed: signedHex,
  };
  return useMemo(() => {
    const sent = bytesOfHex(sentHex);
    const hashed = hashedHex === sentHex ? sent : bytesOfHex(hashedHex);
    const alignment = alignmentOf(sent, hashed);
    const { changes } = alignment;
    return {
      ...{ sent, hashed, alignment },
      changes: changes.length === 0 ? '' : changesText(hashed, changes),
    };
  }, [sentHex, hashedHex]);
}

/** Code, and what it is for. */
interface Remedy {
  /** Of the cause; empty if there is none. */
  readonly code: string;
  readonly removed: readonly string[];
  readonly added: readonly string[];
  readonly text: string;
  readonly title: string;
  /** Of the code; null if there is none. */
  readonly language: Language | null;
}

/** A fix of each cause, or the line that shows the cause. */
function useRemedies(props: SignatureXrayProps): readonly Remedy[] {
  const { diagnosis, cause, summary, profile, framework, mockId } = props;
  const chosen = useFixLanguage((state) => state.language);
  const language = chosen ?? framework?.language ?? null;
  const frameworkId = framework?.language === language ? (framework?.framework ?? null) : null;
  const { kind } = profile.signature;
  // A mock endpoint is not code.
  if (mockId !== undefined) return [];
  if (diagnosis !== null)
    return diagnosis.causes.map((one): Remedy => {
      const lines = fixLines(profile, one, frameworkId);
      const title = one.language === null ? '' : languageNames[one.language];
      return {
        ...{ code: one.code, removed: [], added: [], title, language: one.language },
        ...lines,
        text: one.fix,
      };
    });
  if (summary !== undefined || kind === 'token') return [];
  if (cause !== null && cause !== 'other_secret') return [];
  const shown = language ?? 'node';
  const added = [
    returningLine(shown, frameworkId, cause === null && kind === 'hmac' ? 'digest' : 'bytes'),
  ];
  return [{ code: '', removed: [], added, text: '', title: languageNames[shown], language: shown }];
}

const clipboardText = ({ added, text }: Remedy): string =>
  added.length > 0 ? added.join('\n') : text;

/** One button: what to do next. */
function useNextStep({ diagnosis, mockId }: SignatureXrayProps, remedies: readonly Remedy[]) {
  const [title = ''] = remedies.map((remedy) => remedy.title);
  const noun = diagnosis === null ? 'line' : 'fix';
  const isMock = mockId !== undefined;
  const [fixMock, copy] = useActions('Signature', [
    {
      id: 'signature.fix_mock',
      title: 'Fix in mock endpoint',
      icon: Wrench,
      shortcut: 'f',
      isShown: isMock,
      run: () => navigate({ page: 'connections', path: ['mocks', mockId ?? ''] }),
    },
    {
      id: 'signature.copy_fix',
      title: title === '' ? `Copy ${noun}` : `Copy ${noun} for ${title}`,
      icon: Wrench,
      shortcut: 'f',
      isShown: !isMock && remedies.length > 0,
      run: async () => {
        if (!(await copyText(remedies.map(clipboardText).join('\n'))))
          throw new Error('Select the text instead.');
        return { title: `Copied the ${noun}`, quiet: true };
      },
    },
  ]);
  return isMock ? fixMock : copy;
}

export function SignatureXray(props: SignatureXrayProps) {
  const { profile, diagnosis, cause, mockId, isShort = false, isFixed = false } = props;
  const titleId = useId();
  const { sent, hashed, alignment, changes } = useComparison(props);
  const remedies = useRemedies(props);
  const nextStep = useNextStep(props, remedies);
  const isMock = mockId !== undefined;
  const { title, detail, parts } =
    props.summary ??
    (diagnosis === null
      ? unexplainedSummary(profile, cause, isMock)
      : explainedSummary(profile, diagnosis, changes, isMock));
  const others = diagnosis?.causes.filter(({ difference: { of } }) => !byteDifferences.has(of));
  const ribbons = sent.length > 0 && (diagnosis === null || changes !== '') && (
    <ByteRibbons {...{ sent, hashed, alignment, isShort, isFixed }} isSentOnly={changes === ''} />
  );
  const fixes = <Fixes {...props} remedies={remedies} />;
  const inset = isShort ? 'pr-4 pl-12' : 'px-4';
  return (
    <section
      aria-labelledby={titleId}
      className={cx(
        'min-w-0 bg-bg-1',
        !isShort && 'overflow-hidden rounded-card border border-line shadow-rest',
      )}
    >
      <Header
        {...{ titleId, title, detail, isShort }}
        action={<ActionButton action={nextStep} variant={isShort ? 'default' : 'primary'} />}
      />
      {!isShort && <Parts parts={parts} digests={props.digests} />}
      {ribbons !== false && (
        <div className={cx(inset, isShort ? 'pb-3.5' : 'border-t border-line py-2.5')}>
          {ribbons}
        </div>
      )}
      {others !== undefined && others.length > 0 && (
        <div className={cx('grid gap-2 border-t border-line py-2.5', inset)}>
          {others.map(({ code, difference }) => (
            <CauseDifference key={code} difference={difference} />
          ))}
        </div>
      )}
      {fixes}
    </section>
  );
}

/** Shown as ribbons. */
const byteDifferences: ReadonlySet<SignatureCause['difference']['of']> = new Set([
  'body',
  'content',
]);

interface HeaderProps {
  readonly titleId: string;
  readonly title: string;
  readonly detail: string;
  readonly isShort: boolean;
  readonly action: ReactNode;
}

function Header({ titleId, title, detail, isShort, action }: HeaderProps) {
  return (
    <header
      className={cx(
        'flex flex-wrap items-start justify-end gap-y-2 px-4 pt-3.5 pb-3',
        isShort ? 'gap-x-3 border-t border-line' : 'gap-x-4',
      )}
    >
      {isShort && (
        <span className="mx-px mt-0.5 flex-none">
          <StateMark state="refused" size={18} decorative />
        </span>
      )}
      <div role="status" className="min-w-0 flex-1 basis-72 [overflow-wrap:anywhere]">
        <h2 id={titleId} className="text-diagnosis font-[650] tracking-[-0.014em]">
          {title}
        </h2>
        <p className="mt-0.5 text-fg-2">{detail}</p>
      </div>
      {action}
    </header>
  );
}

function Mark({ state }: { readonly state: 'right' | 'wrong' }) {
  return (
    <svg
      width={13}
      height={13}
      viewBox="0 0 14 14"
      fill="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      className={cx('mt-px flex-none', state === 'right' ? 'text-ok' : 'text-bad')}
    >
      {state === 'right' ? tick : cross}
    </svg>
  );
}

interface PartsProps {
  readonly parts: readonly DigestPart[];
  readonly digests: readonly KnownDigest[];
}

/** What the digest depends on, and whose digest is whose. */
function Parts({ parts, digests }: PartsProps) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 px-4 pb-3 text-small">
      <ul aria-label="What the digest depends on" className="flex flex-wrap gap-1.5">
        {parts.map(({ part, name, state, value }) => (
          <li
            key={part}
            data-part={part}
            data-state={state}
            className={cx(
              'inline-flex h-6.5 items-center gap-1.5 rounded-control border pr-2.5 pl-2 whitespace-nowrap',
              state === 'wrong' ? 'border-bad bg-bad-bg text-bad' : 'border-line bg-bg-2',
            )}
          >
            {state !== 'unknown' && <Mark state={state} />}
            {state === 'wrong' ? (
              <b className="font-semibold">
                {name} differ{part === 'bytes' ? '' : 's'}
              </b>
            ) : (
              <>
                <span className="text-fg-2">{name}</span>
                <b className={state === 'right' ? 'font-semibold' : 'font-normal text-fg-2'}>
                  {value}
                </b>
              </>
            )}
          </li>
        ))}
      </ul>
      <dl className="flex min-w-0 flex-1 basis-36 flex-wrap justify-end gap-x-3 gap-y-1 text-fg-2">
        {digests.map(({ of, value }) => (
          <div key={of} className="flex h-6 min-w-0 items-center gap-1.5">
            <dt className="flex-none">{of}</dt>
            <dd className="flex min-w-0 items-center">
              <code className="bytes max-w-28 truncate text-fg" title={value}>
                {value}
              </code>
              <CopyButton value={value} label={`Copy digest: ${of}`} />
            </dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

interface FixesProps extends SignatureXrayProps {
  readonly remedies: readonly Remedy[];
}

/** The fix as changed lines, and in words. */
function Fixes(props: FixesProps) {
  const { diagnosis, framework, deliveryId, isShort = false, remedies } = props;
  if (remedies.length === 0) return null;
  const alternatives = diagnosis?.causes.flatMap((cause) => cause.alternatives) ?? [];
  return (
    <div className={cx('border-t border-line bg-bg-2 py-2.5 pr-4', isShort ? 'pl-12' : 'pl-4')}>
      <div className="grid min-w-0 gap-1.5">
        {remedies.map(({ code, removed, added, text }) => (
          <div key={code} data-cause={code}>
            {removed.length + added.length > 0 ? (
              <Lines removed={removed} added={added} />
            ) : (
              <p className="text-small text-fg-2 [overflow-wrap:anywhere]">
                <span className="sr-only">Fix: </span>
                {text}
              </p>
            )}
          </div>
        ))}
      </div>
      <div className="mt-1.5 flex items-start gap-3">
        <div className="min-w-0 flex-1">
          {diagnosis === null && deliveryId !== undefined && (
            <p className="text-small text-fg-2">
              Does it log the digest?{' '}
              <TextButton onClick={() => openVerify({ deliveryId })}>Enter the digest</TextButton>
            </p>
          )}
          {alternatives.length > 0 && (
            <div className="text-small text-fg-2">
              <Disclosure
                className="rounded-chip hover:text-fg"
                title={counted(alternatives.length, 'other possible cause')}
              >
                <ul className="mt-1 grid list-disc gap-1 pl-9">
                  {alternatives.map(({ code, message }) => (
                    <li key={code}>{message}</li>
                  ))}
                </ul>
              </Disclosure>
            </div>
          )}
        </div>
        <FixLanguageSelect shown={framework?.language ?? remedies[0]?.language ?? null} />
      </div>
    </div>
  );
}

function Lines({ removed, added }: Pick<Remedy, 'removed' | 'added'>) {
  const line = (text: string, sign: '-' | '+') => (
    <div key={sign + text} className={cx('pl-5 -indent-5', sign === '-' ? 'text-bad' : 'text-ok')}>
      <span aria-hidden="true" className="inline-block w-5 indent-0 select-none">
        {sign}
      </span>
      <span className="sr-only">{sign === '-' ? 'Remove: ' : 'Add: '}</span>
      {text}
    </div>
  );
  return (
    <code className="bytes block leading-5 [overflow-wrap:anywhere] whitespace-pre-wrap">
      {removed.map((text) => line(text, '-'))}
      {added.map((text) => line(text, '+'))}
    </code>
  );
}
