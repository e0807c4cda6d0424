import { useQuery } from '@tanstack/react-query';
import { errorSentence } from '#renderer/kit/data/error-sentence.ts';
import { api } from '#renderer/kit/data/query-client.ts';
import { paneMark } from '#renderer/kit/keyboard/focus.ts';
import { LearnMore } from '#renderer/kit/learn-more.tsx';
import { LateSpinner } from '#renderer/kit/loading.tsx';
import { ErrorState } from '#renderer/ui/content-states.tsx';
import { PageHeader } from '#renderer/ui/page-header.tsx';
import type { ScenarioExample } from '#shared/scenarios/schema/workspace.ts';
import { createFrom } from './scenario-actions.ts';

/** Examples to start from. */
export function GalleryPane({ files }: { files: readonly string[] }) {
  const { data, error, refetch } = useQuery(api.scenarios.examples.queryOptions());
  return (
    <section
      {...paneMark}
      aria-label="New scenario"
      className="flex h-full min-h-0 flex-col outline-none"
    >
      <PageHeader
        title="New scenario"
        meta={
          <>
            Choose an example to start from <LearnMore topic="scenarios" />
          </>
        }
      />
      <div className="min-h-0 flex-1 overflow-y-auto border-t border-line p-4">
        {data === undefined ? (
          error === null ? (
            <LateSpinner label="Loading examples" />
          ) : (
            <ErrorState onRetry={() => void refetch()}>{errorSentence(error)}</ErrorState>
          )
        ) : (
          <ul className="grid grid-cols-[repeat(auto-fill,minmax(280px,1fr))] gap-2.5">
            {data.map((example) => (
              <li key={example.example} className="flex">
                <Example example={example} files={files} />
              </li>
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

interface ExampleProps {
  readonly example: ScenarioExample;
  readonly files: readonly string[];
}

function Example({ example, files }: ExampleProps) {
  const { name, description, tags } = example;
  return (
    <button
      type="button"
      onClick={() => void createFrom(example, files)}
      className="flex flex-1 flex-col items-start gap-1 rounded-card border border-line bg-bg-1 p-3 text-left shadow-rest transition-colors hover:border-line-2 hover:bg-bg-2"
    >
      <span className="font-semibold">{name}</span>
      <span className="flex-1 text-fg-2">{description}</span>
      <span className="text-small text-fg-3">{tags.map((tag) => `#${tag}`).join(' ')}</span>
    </button>
  );
}
