import { FingerprintPattern } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { core } from '#renderer/kit/data/core.ts';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { EmptyState } from '#renderer/ui/content-states.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { profileOf, signsAsSpecified } from '#shared/profiles/profiles.ts';
import type { CheckedSignature, Diagnosis, SignatureHint } from '#shared/signatures/signature.ts';
import { knownDigests } from '../delivery-signature.tsx';
import { useFixLanguage } from '../fix-language.tsx';
import { SignatureSteps } from '../signature-steps.tsx';
import { SignatureXray } from '../signature-xray.tsx';
import { checkedSummary, type SignatureSummary } from '../summary.ts';
import { useNewestDeliveries } from './verify-fields.tsx';
import { copyNewestDelivery, headerLinesOf, useVerify, type VerifyState } from './verify-store.ts';

/** Whether there is a signature to check. */
const isComplete = ({ secret, observed, headers, profile }: VerifyState): boolean =>
  secret !== '' &&
  (observed.trim() !== '' || (!signsAsSpecified({ profile }) && headers.trim() !== ''));

export function VerifyResult() {
  const { check, diagnosis, outdated, problem } = useDiagnosis();
  const shouldFocus = useRef(false);
  const result = useRef<HTMLElement>(null);
  // The button disappears when it is used; the result gets its focus.
  useEffect(() => {
    if (check === null || !shouldFocus.current) return;
    shouldFocus.current = false;
    if (!document.activeElement?.matches('input, textarea')) result.current?.focus();
  }, [check]);
  const takeNewest = (): void => {
    shouldFocus.current = true;
    void copyNewestDelivery();
  };
  const isSigned = useVerify(isComplete);
  const hasDeliveries = (useNewestDeliveries()?.length ?? 0) > 0;
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
        actions={hasDeliveries && <Button onClick={takeNewest}>Check the newest delivery</Button>}
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
      <Result
        check={check}
        diagnosis={check.valid || !isSigned ? null : diagnosis}
        isSigned={isSigned}
      />
      <Card title="Verification steps" actions={<LearnMore topic="signatureCheck" />}>
        <SignatureSteps steps={check.explanation.steps} />
      </Card>
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

interface ResultProps {
  readonly check: CheckedSignature;
  readonly diagnosis: Diagnosis | null;
  readonly isSigned: boolean;
}

/** What is wrong if no cause is found, or that nothing is. */
function summaryOf(
  { check, diagnosis, isSigned }: ResultProps,
  profile: ProviderProfile,
): SignatureSummary | undefined {
  if (diagnosis?.verdict === 'explained') return undefined;
  const { signature } = profile;
  const header = 'header' in signature ? signature.header : '';
  const hints = check.hints.map((hint) => hintText(hint, header, check.digest)).join(' ');
  if (check.valid)
    return checkedSummary(profile, { title: 'Signature is valid', detail: hints }, 'right');
  if (!isSigned)
    return checkedSummary(profile, { title: 'Not checked yet', detail: check.message }, 'unknown');
  const detail = [hints, diagnosis?.message ?? 'Comparing the signature…'].join(' ');
  return checkedSummary(profile, { title: check.message, detail }, 'unknown');
}

function Result(props: ResultProps) {
  const { check, diagnosis, isSigned } = props;
  const { profile: choice, observed } = useVerify();
  const profile = profileOf({ profile: choice });
  return (
    <SignatureXray
      profile={profile}
      diagnosis={diagnosis?.verdict === 'explained' ? diagnosis : null}
      cause={null}
      summary={summaryOf(props, profile)}
      signedHex={check.hashed.hex}
      framework={undefined}
      digests={
        isSigned
          ? knownDigests([
              ['Entered', observed.trim()],
              ['Expected', check.digest],
            ])
          : []
      }
    />
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
  const input = useVerify();
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
        const isWrong = !check.valid && isComplete(useVerify.getState());
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
