import { FingerprintPattern } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { isFocusLost } from '#renderer/kit/keyboard/focus.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Causes, useFixLanguage } from '#renderer/signatures/cause-view.tsx';
import { SignatureSteps } from '#renderer/signatures/signature-steps.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CodeView } from '#renderer/ui/code-view.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { HexView } from '#renderer/ui/hex-view.tsx';
import { Spinner } from '#renderer/ui/progress.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import { Segmented } from '#renderer/ui/segmented.tsx';
import { formatCount } from '#shared/kit/format.ts';
import { defaultProfileId, profileOf, signsAsSpecified } from '#shared/profiles/profiles.ts';
import type { CheckedSignature, Diagnosis, SignatureHint } from '#shared/signatures/signature.ts';
import type { HashedBytes } from '#shared/signatures/steps.ts';
import {
  copyNewestDelivery,
  headerLinesOf,
  type SignaturesState,
  useSignatures,
} from './signatures-store.ts';

/** Whether there is a signature to check. */
const isComplete = ({ secret, observed, headers, profile }: SignaturesState): boolean =>
  secret !== '' &&
  (observed.trim() !== '' || (!signsAsSpecified({ profile }) && headers.trim() !== ''));

export function CheckResult() {
  const { check, diagnosis, outdated, problem } = useDiagnosis();
  const shouldFocus = useRef(false);
  const result = useRef<HTMLElement>(null);
  // The button disappears when it is used; the result gets its focus.
  useEffect(() => {
    if (check === null || !shouldFocus.current) return;
    shouldFocus.current = false;
    if (isFocusLost()) result.current?.focus();
  }, [check]);
  const takeNewest = (): void => {
    shouldFocus.current = true;
    void copyNewestDelivery();
  };
  const isSigned = useSignatures(isComplete);
  if (problem !== null)
    return (
      <div className="p-4">
        <Banner tone="bad" title="Can't check.">
          {problem}
        </Banner>
      </div>
    );
  if (check === null)
    return outdated ? (
      <LateSpinner label="Checking the signature" />
    ) : (
      <EmptyState
        icon={FingerprintPattern}
        title="Nothing to check yet"
        actions={<Button onClick={takeNewest}>Check the newest delivery</Button>}
      >
        Paste a body, secret and signature.
      </EmptyState>
    );
  return (
    <ScrollRegion
      ref={result}
      label="Result"
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 -outline-offset-2 [&>*]:flex-none"
    >
      <VerdictCard check={check} isSigned={isSigned} />
      {!check.valid && isSigned && <DiagnosisCard diagnosis={diagnosis} />}
      {check.explanation.profile !== defaultProfileId && (
        <Card title="Verification steps">
          <SignatureSteps steps={check.explanation.steps} />
        </Card>
      )}
      <HashedBytesCard hashed={check.hashed} />
    </ScrollRegion>
  );
}

function hintText({ code, found }: SignatureHint, header: string, digest: string): string {
  switch (code) {
    case 'header_name':
      return `The digest is correct, but the header must be ${header}, not ${found}.`;
    case 'header_missing':
      return `Header not found: read ${header} case-insensitively.`;
    case 'header_lookup':
      return `Does your receiver reject it? Try the lowercase name ${header.toLowerCase()}.`;
    case 'receiver_differs':
      return `Does your receiver reject it? It probably uses a different secret or body.${
        digest === '' ? '' : " Paste the receiver's digest as the signature to find the cause."
      }`;
  }
}

function VerdictCard({ check, isSigned }: { check: CheckedSignature; isSigned: boolean }) {
  const tone = check.valid ? 'ok' : isSigned ? 'bad' : 'info';
  const choice = useSignatures((state) => state.profile);
  const { name, signature } = profileOf({ profile: choice });
  const header = 'header' in signature ? signature.header : '';
  return (
    <Card title="Check" meta={name} actions={<LearnMore topic="signatureCheck" />}>
      <div className="grid gap-2.5">
        <Banner tone={tone}>{check.message}</Banner>
        {check.hints.map((hint) => (
          <p key={hint.code} className="text-small text-fg-2">
            {hintText(hint, header, check.digest)}
          </p>
        ))}
        {isSigned && check.digest !== '' && (
          <p className="flex items-start gap-1 text-small text-fg-2">
            <span className="flex-none">Expected</span>
            <code className="bytes min-w-0 break-all text-fg">{check.digest}</code>
            <span className="-my-0.75">
              <CopyButton value={check.digest} label="Copy digest" />
            </span>
          </p>
        )}
      </div>
    </Card>
  );
}

type View = 'text' | 'hex';

const bytesOfHex = (hex: string): Uint8Array =>
  Uint8Array.from(hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));

/** The bytes of the digest, with invisible characters marked. */
function HashedBytesCard({ hashed }: { hashed: HashedBytes }) {
  const [view, setView] = useState<View>('text');
  const bytes = useMemo(() => bytesOfHex(hashed.hex), [hashed.hex]);
  const count = formatCount(hashed.byteLength);
  return (
    <Card
      title="Hashed bytes"
      meta={`${count} ${hashed.byteLength === 1 ? 'byte' : 'bytes'}`}
      padded={false}
      actions={
        <>
          <Segmented<View>
            label="View"
            size="small"
            value={view}
            onChange={setView}
            segments={[
              { value: 'text', label: 'Text' },
              { value: 'hex', label: 'Hex' },
            ]}
          />
          <CopyButton value={hashed.hex} label="Copy bytes as hex" />
        </>
      }
    >
      {hashed.byteLength === 0 ? (
        <p className="p-3 text-fg-2">The body is empty</p>
      ) : view === 'text' ? (
        <CodeView label="Bytes as text" text={hashed.text} />
      ) : (
        <HexView label="Bytes as hex" bytes={bytes} />
      )}
    </Card>
  );
}

function DiagnosisCard({ diagnosis }: { diagnosis: Diagnosis | null }) {
  if (diagnosis === null)
    return (
      <Card title="Diagnosis">
        <p role="status" className="flex items-center gap-2 text-fg-2">
          <Spinner /> Diagnosing…
        </p>
      </Card>
    );
  const { verdict, message, causes } = diagnosis;
  return (
    <Card title="Diagnosis">
      <div className="grid gap-3">
        <Banner tone={verdict === 'explained' ? 'info' : 'warn'}>{message}</Banner>
        {causes.length > 0 && <Causes causes={causes} />}
      </div>
    </Card>
  );
}

/** Debounce, so that the result doesn't flicker. */
const pauseMs = 150;

interface Shown {
  readonly check: CheckedSignature | null;
  /** Null while loading, and if there is nothing to diagnose. */
  readonly diagnosis: Diagnosis | null;
  /** The input has changed since. */
  readonly outdated: boolean;
  readonly problem: string | null;
}

const emptyResult: Shown = { check: null, diagnosis: null, outdated: false, problem: null };

function useDiagnosis(): Shown {
  const input = useSignatures();
  const { body, secret, observed, previousSecret, delivery } = input;
  const { profile, headers, url, method, receivedAt } = input;
  const language = useFixLanguage((state) => state.language);
  // The diagnosis tries the secrets of all destinations.
  const destinations = useItems(collections.destinations);
  const [shown, setShown] = useState<Shown>(emptyResult);

  useEffect(() => {
    void destinations;
    const isSpecified = signsAsSpecified({ profile });
    const isEmpty = body === '' && secret === '' && observed === '' && headers === '';
    if (isEmpty) return setShown(emptyResult);
    setShown((before) => ({ ...before, outdated: true }));
    const controller = new AbortController();
    const { signal } = controller;
    const input = {
      body,
      secret,
      observed,
      profile,
      ...(!isSpecified && {
        headers: headerLinesOf(headers),
        url,
        method,
        ...(receivedAt !== null && { receivedAt }),
      }),
    };
    const load = async (): Promise<void> => {
      try {
        const check = await core.signatures.check(input, { signal });
        const isWrong = !check.valid && isComplete(useSignatures.getState());
        if (signal.aborted) return;
        setShown({ check, diagnosis: null, outdated: isWrong, problem: null });
        if (!isWrong) return;
        const diagnosis = await core.signatures.diagnose(
          {
            ...input,
            ...(delivery !== null && { deliveryId: delivery.id }),
            ...(language !== null && { language }),
            ...(previousSecret !== '' && { previousSecret }),
          },
          { signal },
        );
        if (!signal.aborted) setShown({ check, diagnosis, outdated: false, problem: null });
      } catch (error) {
        if (!signal.aborted) setShown({ ...emptyResult, problem: errorSentence(error) });
      }
    };
    const timer = setTimeout(() => void load(), pauseMs);
    return () => {
      clearTimeout(timer);
      controller.abort();
    };
  }, [
    body,
    secret,
    observed,
    previousSecret,
    profile,
    headers,
    url,
    method,
    receivedAt,
    language,
    delivery,
    destinations,
  ]);

  return shown;
}
