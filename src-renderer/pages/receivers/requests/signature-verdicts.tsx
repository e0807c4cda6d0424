import type { ReactNode } from 'react';
import { Banner } from '#renderer/ui/banner.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import type { SignatureDetail } from '#shared/schemas/receiver-request.ts';
import { signatureFinding } from './entry-labels.ts';
import { VerdictMark } from './verdict-mark.tsx';

interface SignatureVerdictsProps {
  readonly signature: SignatureDetail | null;
  readonly hasSecret: boolean;
}

/** X-Signature as it came, beside what the secret gives over the bytes and over the parsed body. */
export function SignatureVerdicts({ signature, hasSecret }: SignatureVerdictsProps) {
  if (signature === null)
    return (
      <Card title="Signature" meta="not checked">
        <p className="text-fg-2">
          {hasSecret
            ? 'It was not checked: nothing was read of the body, or the secret was set later.'
            : 'The receiver has no secret to check signatures with. Give it the one of the destination, under Behaviour.'}
        </p>
      </Card>
    );
  const { given, expectedRaw, expectedParsed, raw, parsed } = signature;
  const { tone, text } = signatureFinding(signature);
  return (
    <Card title="Signature" meta="HMAC-SHA1, hex">
      <dl className="grid gap-2 text-small">
        <Row name="X-Signature as it came">
          {given === null ? <span className="text-fg-2">none</span> : <Digest digest={given} />}
        </Row>
        <Row
          name="Over the raw bytes"
          verdict={<VerdictMark over="Over the raw bytes" verdict={raw} worded />}
        >
          <Digest digest={expectedRaw} />
        </Row>
        <Row
          name="Over JSON.stringify of the parsed body"
          verdict={<VerdictMark over="Over the parsed body" verdict={parsed} worded />}
        >
          {expectedParsed === null ? (
            <span className="text-fg-2">the body is not JSON</span>
          ) : (
            <Digest digest={expectedParsed} />
          )}
        </Row>
      </dl>
      <div className="mt-2.5">
        <Banner tone={tone}>{text}</Banner>
      </div>
    </Card>
  );
}

interface RowProps {
  readonly name: string;
  readonly verdict?: ReactNode;
  readonly children: ReactNode;
}

function Row({ name, verdict, children }: RowProps) {
  return (
    <div>
      <dt className="flex items-center gap-2 text-fg-2">
        {name}
        {verdict}
      </dt>
      <dd>{children}</dd>
    </div>
  );
}

function Digest({ digest }: { digest: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="bytes min-w-0 break-all text-fg">{digest}</code>
      <span className="-my-[3px]">
        <CopyButton value={digest} label="Copy digest" />
      </span>
    </span>
  );
}
