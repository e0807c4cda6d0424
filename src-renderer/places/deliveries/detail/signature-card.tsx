import { Eye, EyeOff } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { collections, useItems } from '#renderer/kit/data/collections.ts';
import { RouteLink } from '#renderer/kit/routing/route-link.tsx';
import { SignatureStepsCard } from '#renderer/signatures/signature-steps.tsx';
import { Banner } from '#renderer/ui/banner.tsx';
import { IconButton } from '#renderer/ui/button.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { Attempt, DeliveryDetail } from '#shared/deliveries/delivery.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { redactedMark } from '#shared/kit/redacted.ts';
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

/** The signature that another profile sends; it depends on more than body and secret. */
function ProfileSignatureCard({
  profile: { signature },
  delivery,
  attempt,
}: SignatureCardProps & { readonly profile: ProviderProfile }) {
  const isReadOnly = useReadOnly();
  const header = signature.kind === 'none' ? '' : signature.header;
  const sent = attempt?.request.headers.find(
    ([name]) => name.toLowerCase() === header.toLowerCase(),
  );
  return (
    <>
      <Card title="Signature" meta={signatureLabel(signature)}>
        {sent === undefined ? (
          <p className="text-fg-2">
            {header === '' ? "This profile doesn't sign requests." : `No ${header} was sent.`}
          </p>
        ) : (
          <p className="bytes text-fg-2 [overflow-wrap:anywhere]">
            {header}: {signature.kind === 'token' ? redactedMark : sent[1]}
          </p>
        )}
        {sent !== undefined && !isReadOnly && <DiagnoseLink deliveryId={delivery.id} />}
      </Card>
      {sent !== undefined && attempt !== null && !isReadOnly && (
        <SignatureStepsCard request={{ deliveryId: delivery.id, attemptId: attempt.id }} />
      )}
    </>
  );
}

function DiagnoseLink({ deliveryId }: { readonly deliveryId: number }) {
  return (
    <p className="mt-2 text-small text-fg-2">
      Does your receiver reject it?{' '}
      <RouteLink to={{ page: 'signatures', query: { delivery: deliveryId } }}>Diagnose</RouteLink>
    </p>
  );
}

/** How the signature is computed, and whether it still holds. */
export function SignatureCard({ delivery, attempt }: SignatureCardProps) {
  const isReadOnly = useReadOnly();
  const destinations = useItems(collections.destinations);
  const destination = destinations.find(({ id }) => id === delivery.destinationId);
  const secret = destination?.sharedSecret ?? '';
  const profile = profileOf({ profile: destination?.profile ?? defaultProfileId });
  if (profile.signature.kind === 'none' || profile.signature.header !== specificationHeader)
    return <ProfileSignatureCard profile={profile} delivery={delivery} attempt={attempt} />;
  const { tone, text, digest } = signatureResult(delivery, attempt);
  if (digest === null) {
    return (
      <Card title="Signature" meta="none">
        <p className="text-fg-2">
          {text}{' '}
          {delivery.expectedSignature === null && !isReadOnly && (
            <RouteLink
              to={{ page: 'destinations', path: [delivery.destinationId] }}
              className="underline"
            >
              Set a secret
            </RouteLink>
          )}
        </p>
      </Card>
    );
  }
  return (
    <Card title="Signature" meta="HMAC-SHA1, hex">
      <ol className="grid gap-2 text-small text-fg-2">
        <Step number={1}>
          {secret === '' ? (
            'shared secret at that time, as UTF-8'
          ) : (
            <Secret secret={secret} former={tone === 'warn'} />
          )}
        </Step>
        <Step number={2}>over the body as sent, {formatBytes(delivery.bodyBytes)}</Step>
        <Step number={3}>
          <span className="flex items-start gap-1">
            <code className="bytes min-w-0 break-all text-fg">{digest}</code>
            <span className="-my-0.75">
              <CopyButton value={digest} label="Copy digest" />
            </span>
          </span>
        </Step>
      </ol>
      <div className="mt-2.5">
        <Banner tone={tone}>{text}</Banner>
      </div>
      {!isReadOnly && <DiagnoseLink deliveryId={delivery.id} />}
    </Card>
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
