import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { openVerify } from '#renderer/kit/overlay.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { SignedBytes } from '#renderer/signatures/delivery-signature.tsx';
import { SignatureStepsCard } from '#renderer/signatures/signature-steps.tsx';
import { Button, IconButton, TextButton } from '#renderer/ui/button.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { useDisclosure } from '#renderer/ui/disclosure.tsx';
import { StateMark } from '#renderer/ui/state-mark.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
import { visibleLine } from '#shared/kit/visible-text.ts';
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import { defaultProfileId, profileOf } from '#shared/profiles/profiles.ts';
import { signatureLabel } from '#shared/profiles/text.ts';
import { useReadOnly } from '../use-deliveries-view.ts';
import { signatureResult } from './signature-check.ts';

interface SignatureCardProps {
  readonly delivery: DeliveryDetail;
  readonly attempt: Attempt | null;
}

const specificationHeader = 'X-Signature';

interface LineProps {
  readonly icon?: ReactNode;
  readonly title: string;
  /** What was signed, and how. */
  readonly text: ReactNode;
  /** How the signature is computed, behind "Show steps"; absent without a signature. */
  readonly children?: ReactNode;
}

/** The signature in one line, which opens to its steps. */
function SignatureLine({ icon, title, text, children }: LineProps) {
  const [isOpen, setOpen] = useDisclosure('signature steps');
  const id = useId();
  return (
    <section
      aria-label="Signature"
      className="grid min-w-0 gap-2 rounded-card border border-line bg-bg-1 px-3 py-2.5 shadow-rest"
    >
      <div className="flex items-start gap-2">
        {icon}
        <div className="min-w-0 flex-1">
          <h2 className="font-semibold">{title}</h2>
          <div className="text-small text-fg-2 [overflow-wrap:anywhere]">{text}</div>
        </div>
        {children && (
          <Button
            variant="quiet"
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => setOpen(!isOpen)}
            className="-my-1.5 -mr-2 text-accent"
          >
            {isOpen ? 'Hide steps' : 'Show steps'}
          </Button>
        )}
      </div>
      <div id={id} hidden={!isOpen}>
        {isOpen && children}
      </div>
    </section>
  );
}

/** The signature that another profile sends; it depends on more than body and secret. */
function ProfileSignature({
  profile: { signature },
  delivery,
  attempt,
}: SignatureCardProps & { readonly profile: ProviderProfile }) {
  const isReadOnly = useReadOnly();
  const header = signature.kind === 'none' ? '' : signature.header;
  const sent = attempt?.request.headers.find(
    ([name]) => name.toLowerCase() === header.toLowerCase(),
  );
  if (attempt === null || sent === undefined)
    return (
      <SignatureLine
        title="Signature"
        text={header === '' ? "This profile doesn't sign requests." : `No ${header} was sent.`}
      />
    );
  return (
    <SignatureLine
      title="Signature"
      text={
        <>
          {signatureLabel(signature)},{' '}
          <code className="bytes">
            {header}: {signature.kind === 'token' ? redactedMark : sent[1]}
          </code>
        </>
      }
    >
      {!isReadOnly && (
        <>
          <SignatureStepsCard request={{ deliveryId: delivery.id, attemptId: attempt.id }} />
          <SignedBytes deliveryId={delivery.id} attemptId={attempt.id} />
          <DiagnoseLink deliveryId={delivery.id} />
        </>
      )}
    </SignatureLine>
  );
}

function DiagnoseLink({ deliveryId }: { readonly deliveryId: number }) {
  return (
    <p className="mt-2 text-small text-fg-2">
      Does your receiver reject it?{' '}
      <TextButton onClick={() => openVerify({ deliveryId })}>Diagnose</TextButton>
    </p>
  );
}

/** How the signature is computed, and whether it still holds. */
export function SignatureCard({ delivery, attempt }: SignatureCardProps) {
  const isReadOnly = useReadOnly();
  const { destinationId, destinationName, bodyBytes, expectedSignature } = delivery;
  const destination = useItems(collections.destinations).find(({ id }) => id === destinationId);
  const secret = destination?.sharedSecret ?? '';
  const profile = profileOf({ profile: destination?.profile ?? defaultProfileId });
  if (profile.signature.kind === 'none' || profile.signature.header !== specificationHeader)
    return <ProfileSignature profile={profile} delivery={delivery} attempt={attempt} />;
  const { tone, text, digest } = signatureResult(delivery, attempt);
  if (digest === null)
    return (
      <SignatureLine
        title="Signature"
        text={
          <>
            {text}{' '}
            {expectedSignature === null && !isReadOnly && (
              <RouteLink to={{ page: 'destinations', path: [destinationId] }} className="underline">
                Set a secret
              </RouteLink>
            )}
          </>
        }
      />
    );
  return (
    <SignatureLine
      icon={
        tone !== 'info' && (
          <span className="mt-0.75">
            <StateMark state={tone === 'ok' ? 'delivered' : 'refused'} decorative />
          </span>
        )
      }
      title={tone === 'ok' ? 'Signature is valid' : 'Signature'}
      text={`${tone === 'ok' ? '' : `${text} `}HMAC-SHA1 of the ${formatBytes(bodyBytes)} sent, with the secret of ${visibleLine(destinationName)}`}
    >
      <ol className="grid gap-2 text-small text-fg-2">
        <Step number={1}>
          {secret === '' ? (
            'shared secret at that time, as UTF-8'
          ) : (
            <Secret secret={secret} former={tone === 'warn'} />
          )}
        </Step>
        <Step number={2}>over the body as sent, {formatBytes(bodyBytes)}</Step>
        <Step number={3}>
          <span className="flex items-start gap-1">
            <code className="bytes min-w-0 break-all text-fg">{digest}</code>
            <span className="-my-0.75">
              <CopyButton value={digest} label="Copy digest" />
            </span>
          </span>
        </Step>
      </ol>
      {!isReadOnly && attempt !== null && (
        <SignedBytes deliveryId={delivery.id} attemptId={attempt.id} />
      )}
      {!isReadOnly && <DiagnoseLink deliveryId={delivery.id} />}
    </SignatureLine>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  return (
    <li className="grid grid-cols-[18px_minmax(0,1fr)] gap-2">
      <span
        aria-hidden="true"
        className="size-4.5 rounded-full bg-bg-3 text-center text-label leading-4.5 font-[550]"
      >
        {number}
      </span>
      <span className="min-w-0">{children}</span>
    </li>
  );
}

/** Masked by default. */
function Secret({ secret, former }: { secret: string; former: boolean }) {
  const [isShown, setIsShown] = useState(false);
  return (
    <span className="flex flex-wrap items-center gap-x-1">
      secret{' '}
      <code className="bytes text-fg [overflow-wrap:anywhere] whitespace-pre-wrap">
        {isShown ? secret : '••••••••••'}
      </code>
      <span className="-my-0.75 flex">
        <IconButton
          size="small"
          icon={isShown ? EyeOff : Eye}
          label={isShown ? 'Hide shared secret' : 'Show shared secret'}
          onClick={() => setIsShown(!isShown)}
        />
        <CopyButton value={secret} label="Copy shared secret" />
      </span>
      as UTF-8, {formatBytes(new TextEncoder().encode(secret).length)}
      {former && <span>(current)</span>}
    </span>
  );
}
