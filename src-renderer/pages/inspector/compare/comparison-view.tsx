import { useMemo } from 'react';
import { BodyLayers } from './body-layers.tsx';
import { comparisonOf } from './comparison.ts';
import { comparisonSentence } from './comparison-sentence.ts';
import { HeadersLayer } from './headers-layer.tsx';
import { ResponseLayer } from './response-layer.tsx';
import type { Side } from './side.ts';
import { TimingsLayer } from './timings-layer.tsx';

/** What differs, from the sentence that says it down to the bytes. */
export function ComparisonView({ before, after }: { before: Side; after: Side }) {
  const comparison = useMemo(() => comparisonOf(before, after), [before, after]);
  const { url, headers, body, answer } = comparison;
  return (
    <div className="grid min-w-0 gap-3 p-4">
      <p
        role="status"
        className="rounded-card border border-line bg-bg-1 px-3 py-2.5 font-medium [overflow-wrap:anywhere] shadow-rest"
      >
        {comparisonSentence(before, after, comparison)}
      </p>
      <HeadersLayer
        title="Request"
        url={url}
        headers={headers}
        none="One of the two has no request whose headers are known yet."
      />
      {before.body !== null && after.body !== null && body !== null && (
        <BodyLayers title="Body" before={before.body} after={after.body} compared={body} />
      )}
      <ResponseLayer before={before} after={after} answer={answer} />
      <TimingsLayer before={before.result?.timings} after={after.result?.timings} />
    </div>
  );
}
