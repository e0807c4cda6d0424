/** Requests as POSIX shell commands. */

import { SquareTerminal } from 'lucide-react';
import { collections, itemsOf } from '#renderer/kit/data/collections.ts';
import { settingsNow } from '#renderer/kit/data/system.ts';
import { Button, IconButton } from '#renderer/ui/button.tsx';
import { CopyButton, copyText } from '#renderer/ui/copy-button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { Attempt, DeliveryDetail, SentRequest } from '#shared/deliveries/delivery.ts';
import { type KnownSecrets, knownRedaction, knownSecretsOf } from '#shared/deliveries/redaction.ts';
import { curlCommand } from '#shared/kit/curl.ts';

/** A request that can be copied. */
interface CurlSource {
  readonly request: SentRequest;
  /** Read on copy, since it may be long. */
  readonly body: () => string | Uint8Array;
}

interface CurlCopy {
  /** The version for sharing: secrets are removed; the signature, which is not one, stays. */
  readonly redacted: () => string;
  readonly withSecrets: () => string;
  /** What was removed, such as `header Authorization`. */
  readonly left: readonly string[];
}

/** Named in the toast; others are counted. */
const maxNamed = 3;

/** What was removed, in a few words. */
export function leftLabels(redactedNames: readonly string[]): string {
  const otherCount = redactedNames.length - maxNamed;
  const names = redactedNames.slice(0, maxNamed).join(', ');
  return otherCount > 0 ? `${names} and ${otherCount} more` : names;
}

/** The request of an attempt, or the next one; null if nothing is ever sent. */
export function requestOfDelivery(
  { bodyText, nextRequest }: Pick<DeliveryDetail, 'bodyText' | 'nextRequest'>,
  attempt: Pick<Attempt, 'request'> | null,
): CurlSource | null {
  const request = attempt?.request ?? nextRequest;
  return bodyText === null || request === null ? null : { request, body: () => bodyText };
}

export function curlCopy({ request, body }: CurlSource, known: KnownSecrets): CurlCopy {
  const redaction = knownRedaction(known);
  redaction.learn({ request });
  const headers = redaction.headers(request.headers);
  const url = redaction.url(request.url);
  return {
    redacted: () => curlCommand({ method: request.method, url, headers, body: body() }),
    withSecrets: () => curlCommand({ ...request, body: body() }),
    left: redaction.redactedKinds,
  };
}

const label = 'Copy as cURL';

const copyOf = (source: CurlSource) =>
  curlCopy(
    source,
    knownSecretsOf({
      sources: itemsOf(collections.sources),
      destinations: itemsOf(collections.destinations),
      mocks: itemsOf(collections.mocks),
      headersToRedact: settingsNow()?.headersToRedact ?? [],
    }),
  );

const failed = {
  title: "Can't copy",
  description: 'The browser blocked clipboard access.',
  tone: 'bad',
} as const;

/** Copies it with secrets, which anyone with the command can use. */
export async function copyCurlWithSecrets(source: CurlSource): Promise<void> {
  const copied = await copyText(copyOf(source).withSecrets());
  showToast(copied ? { title: 'Copied with secrets' } : failed);
}

/** Copies it without secrets; the toast names them and offers them. */
export async function copyCurl(source: CurlSource): Promise<void> {
  const { redacted, left } = copyOf(source);
  if (!(await copyText(redacted()))) return void showToast(failed);
  showToast({
    title: 'Copied as cURL',
    ...(left.length === 0
      ? {}
      : {
          description: `Redacted: ${leftLabels(left)}.`,
          action: { label: 'Copy with secrets', run: () => void copyCurlWithSecrets(source) },
        }),
  });
}

interface CopyCurlProps {
  readonly source: CurlSource;
  readonly look: 'icon' | 'text';
}

/** Shows "Copied" in place. */
export function CopyCurl({ source, look }: CopyCurlProps) {
  const { left, redacted } = copyOf(source);
  const copy = (): void => void copyCurl(source);
  const shared = { icon: SquareTerminal, variant: 'default' } as const;
  if (left.length === 0)
    return <CopyButton {...shared} look={look} size="regular" value={redacted} label={label} />;
  return look === 'icon' ? (
    <IconButton {...shared} label={label} onClick={copy} />
  ) : (
    <Button {...shared} onClick={copy}>
      {label}
    </Button>
  );
}
