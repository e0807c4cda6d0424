/** How the signature of a request is verified by its profile, step by step. */
import { skipToken, useQuery } from '@tanstack/react-query';
import { Check, Minus, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { Card } from '#renderer/ui/card.tsx';
import { CopyButton } from '#renderer/ui/copy-button.tsx';
import { cx } from '#renderer/ui/cx.ts';
import { formatBytes } from '#shared/kit/format.ts';
import { visibleText } from '#shared/kit/visible-text.ts';
import type { SignatureCheckRequest } from '#shared/signatures/signature.ts';
import {
  ageText,
  algorithmText,
  keyText,
  type SignatureStep,
  stepTitles,
  verdictLabels,
} from '#shared/signatures/steps.ts';

const marks = {
  passed: { icon: Check, tone: 'text-ok', label: 'passed' },
  failed: { icon: X, tone: 'text-bad', label: 'failed' },
  info: { icon: Minus, tone: 'text-fg-3', label: '' },
} as const;

export function SignatureSteps({ steps }: { readonly steps: readonly SignatureStep[] }) {
  return (
    <ol aria-label="Verification steps" className="grid gap-2.5 text-small">
      {steps.map((step) => {
        const { icon: Icon, tone, label } = marks[step.status];
        return (
          <li
            key={step.code}
            data-code={step.code}
            data-status={step.status}
            className="grid grid-cols-[16px_minmax(0,1fr)] gap-2"
          >
            <Icon className={cx('icon-small mt-0.5', tone)} strokeWidth={2} aria-hidden="true" />
            <div className="min-w-0">
              <h3 className="font-medium text-fg">
                {stepTitles[step.code]}
                {label !== '' && <span className="sr-only"> {label}</span>}
              </h3>
              <div className="text-fg-2 [overflow-wrap:anywhere]">
                <StepDetail step={step} />
              </div>
            </div>
          </li>
        );
      })}
    </ol>
  );
}

function Value({ children }: { readonly children: string }) {
  return (
    <span className="flex items-start gap-1">
      <code className="bytes min-w-0 break-all text-fg">{visibleText(children)}</code>
      <span className="-my-0.75">
        <CopyButton value={children} label="Copy value" />
      </span>
    </span>
  );
}

function Named({ name, value }: { readonly name: ReactNode; readonly value: string | null }) {
  return (
    <div className="grid grid-cols-[minmax(72px,auto)_minmax(0,1fr)] gap-2">
      <span>{name}</span>
      {value === null ? <span className="text-bad">missing</span> : <Value>{value}</Value>}
    </div>
  );
}

const partTitles = { id: 'ID', timestamp: 'Timestamp', signature: 'Signature' } as const;

function StepDetail({ step }: { readonly step: SignatureStep }) {
  switch (step.code) {
    case 'header':
      return (
        <>
          {step.name}
          {step.value === null ? <p className="text-bad">missing</p> : <Value>{step.value}</Value>}
        </>
      );
    case 'parts':
      return step.parts.map(({ name, header, value }, index) => (
        <Named
          // biome-ignore lint/suspicious/noArrayIndexKey: several signatures may be equal
          key={index}
          name={<span title={header}>{partTitles[name]}</span>}
          value={value}
        />
      ));
    case 'timestamp':
      return ageText(step);
    case 'body_hash':
      return (
        <>
          <Named name={step.parameter} value={step.received} />
          <Named name="SHA-256" value={step.expected} />
        </>
      );
    case 'key':
      return keyText(step);
    case 'content':
      return <Content step={step} />;
    case 'algorithm':
      return algorithmText(step);
    case 'expected':
      return step.value === null ? (
        'Verified with the key; only the sender can compute it'
      ) : (
        <Value>{step.value}</Value>
      );
    case 'result':
      return verdictLabels[step.verdict];
  }
}

type ContentStep = Extract<SignatureStep, { code: 'content' }>;

/** Alternating shades separate the parts. */
const shades = ['bg-bg-3', 'bg-bg-2'] as const;

const maxShownBytes = 4_096;

function Content({ step: { template, parts, bytes } }: { readonly step: ContentStep }) {
  const shown = useMemo(() => {
    const all = Uint8Array.from(bytes.hex.match(/../g) ?? [], (pair) => Number.parseInt(pair, 16));
    let end = 0;
    return parts.map(({ name, byteLength }, index) => {
      const start = end;
      end += byteLength;
      const part = all.subarray(start, Math.min(end, start + maxShownBytes));
      const text = visibleText(new TextDecoder('utf-8', { ignoreBOM: true }).decode(part));
      return { id: index, name, text: byteLength > maxShownBytes ? `${text}…` : text };
    });
  }, [bytes.hex, parts]);
  return (
    <div className="grid gap-1">
      <span>
        <code className="bytes">{template}</code>, {formatBytes(bytes.byteLength)}
      </span>
      <span className="flex items-start gap-1">
        <code className="bytes max-h-48 min-w-0 overflow-y-auto break-all whitespace-pre-wrap text-fg">
          {shown.map(({ id, name, text }) => (
            <span key={id} title={name} className={cx('rounded-chip', shades[id % 2])}>
              {text}
            </span>
          ))}
        </code>
        <span className="-my-0.75">
          <CopyButton value={bytes.hex} label="Copy signed bytes as hex" />
        </span>
      </span>
    </div>
  );
}

/** The steps of a stored request, with the current secret. */
export function SignatureStepsCard({
  request,
}: {
  readonly request: SignatureCheckRequest | null;
}) {
  const { data, error } = useQuery({
    ...api.signatures.check.queryOptions({ input: request ?? skipToken }),
    // Depends on the current secret.
    staleTime: 0,
  });
  if (request === null || (data === undefined && error === null)) return null;
  return (
    <Card title="Verification steps">
      {data === undefined ? (
        <p className="text-fg-2">{errorSentence(error)}</p>
      ) : (
        <SignatureSteps steps={data.explanation.steps} />
      )}
    </Card>
  );
}
