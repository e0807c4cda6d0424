import { FingerprintPattern } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { LateSpinner } from '#renderer/components/late-spinner.tsx';
import { isFocusLost } from '#renderer/components/use-focus-when-lost.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { EmptyState } from '#renderer/ui/empty-state.tsx';
import { ScrollRegion } from '#renderer/ui/scroll-region.tsx';
import type { CheckedSignature, SignatureHint } from '#shared/schemas/signature.ts';
import { DiagnosisCard } from './diagnosis-card.tsx';
import { HashedBytesCard } from './hashed-bytes-card.tsx';
import { useSignatures } from './signatures-store.ts';
import { takeNewestDelivery } from './take-given.ts';
import { useDiagnosis } from './use-diagnosis.ts';

/** Valid or not, what went wrong, and the bytes that were hashed. */
export function CheckResult() {
  const { check, diagnosis, outdated, problem } = useDiagnosis();
  const isTaken = useRef(false);
  const result = useRef<HTMLElement>(null);
  // What is taken makes the button go; its result has the focus then. Nothing else brings it there.
  useEffect(() => {
    if (check === null || !isTaken.current) return;
    isTaken.current = false;
    if (isFocusLost()) result.current?.focus();
  }, [check]);
  const takeNewest = (): void => {
    isTaken.current = true;
    void takeNewestDelivery();
  };
  const isSigned = useSignatures(({ secret, observed }) => secret !== '' && observed.trim() !== '');
  if (problem !== null)
    return (
      <div className="p-4">
        <Banner tone="bad" title="It could not be checked.">
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
        actions={<Button onClick={takeNewest}>Take the newest delivery</Button>}
      >
        Paste a body, the shared secret and the signature, or what your receiver computed in its
        place.
      </EmptyState>
    );
  return (
    <ScrollRegion
      ref={result}
      label="Result"
      className="flex h-full min-h-0 flex-col gap-3 overflow-y-auto bg-bg-0 p-4 outline-offset-[-2px] [&>*]:flex-none"
    >
      <VerdictCard check={check} isSigned={isSigned} />
      {!check.valid && isSigned && <DiagnosisCard diagnosis={diagnosis} />}
      <HashedBytesCard hashed={check.hashed} />
    </ScrollRegion>
  );
}

function hintText({ code, found }: SignatureHint): string {
  switch (code) {
    case 'header_name':
      return `The digest is correct, but the header must be X-Signature, not ${found}.`;
    case 'header_missing':
      return 'The receiver found no header. Look up X-Signature case-insensitively.';
    case 'header_lookup':
      return 'Receiver still rejects it? Check how it reads X-Signature: many frameworks use lowercase names (x-signature).';
  }
}

function VerdictCard({ check, isSigned }: { check: CheckedSignature; isSigned: boolean }) {
  const tone = check.valid ? 'ok' : isSigned ? 'bad' : 'info';
  return (
    <Card title="Check" meta="HMAC-SHA1, hex">
      <div className="grid gap-2.5">
        <Banner tone={tone}>{check.sentence}</Banner>
        {check.hints.map((hint) => (
          <p key={hint.code} className="text-small text-fg-2">
            {hintText(hint)}
          </p>
        ))}
        {isSigned && (
          <p className="flex items-start gap-1 text-small text-fg-2">
            <span className="flex-none">X-Signature must be</span>
            <code className="bytes min-w-0 break-all text-fg">{check.digest}</code>
            <span className="-my-[3px]">
              <CopyButton value={check.digest} label="Copy digest" />
            </span>
          </p>
        )}
      </div>
    </Card>
  );
}
