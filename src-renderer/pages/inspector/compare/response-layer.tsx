import type { ReactNode } from 'react';
import { codeOfResult } from '#renderer/components/no-status.ts';
import { StatusCode } from '#renderer/ui/badge.tsx';
import { Card } from '#renderer/ui/card.tsx';
import { resultExplanation } from '#shared/labels/attempt-result.ts';
import { BodyLayers } from './body-layers.tsx';
import type { AnswersCompared } from './comparison.ts';
import { DifferenceRows } from './difference-rows.tsx';
import { headerRows } from './headers-layer.tsx';
import { SameHeaders } from './same-headers.tsx';
import type { Side } from './side.ts';

interface ResponseLayerProps {
  readonly before: Side;
  readonly after: Side;
  readonly answer: AnswersCompared;
}

/** Nobody added to an answer or left anything out of it: each is a receiver's own. */
const words = { added: 'only in the second', 'left out': 'only in the first' };

/** What came back: the status or why there is none, the headers, and the body. */
export function ResponseLayer({ before, after, answer }: ResponseLayerProps) {
  const [from, to] = answer.outcomes;
  const { headers, body } = answer;
  const bodies = [before.result?.response?.body, after.result?.response?.body] as const;
  const rows = headers === null ? [] : headerRows(headers, words);
  return (
    <>
      <Card
        title="Answer"
        meta={from === to ? 'came to the same' : 'came to something else'}
        padded={false}
      >
        <dl className="grid divide-line @min-[560px]:grid-cols-2 @min-[560px]:divide-x @max-[559px]:divide-y">
          <Outcome label="First" side={before} word={from} />
          <Outcome label="Second" side={after} word={to} />
        </dl>
        {headers !== null && (
          <div className="border-t border-line">
            <DifferenceRows rows={rows} />
            <SameHeaders headers={headers} apart={rows.length > 0} />
          </div>
        )}
      </Card>
      {body !== null && bodies[0] !== undefined && bodies[1] !== undefined && (
        <BodyLayers
          title="Body of the answer"
          before={bodies[0]}
          after={bodies[1]}
          compared={body}
        />
      )}
    </>
  );
}

function Outcome({ label, side, word }: { label: string; side: Side; word: string }) {
  const { result } = side;
  return (
    <div className="min-w-0 px-3 py-2">
      <dt className="text-label text-fg-3">{label}</dt>
      <dd className="mt-0.5 flex min-w-0 items-baseline gap-2">
        <StatusCode code={result === null ? null : codeOfResult(result)} />
        <span className="min-w-0 text-fg-2 [overflow-wrap:anywhere]">
          {sentenceOf(side) ?? word}
        </span>
      </dd>
    </div>
  );
}

function sentenceOf({ result }: Side): ReactNode {
  if (result === null) return 'Not answered yet';
  return resultExplanation(result.result) ?? 'delivered';
}
