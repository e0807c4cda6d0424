import { useWatch } from 'react-hook-form';
import { paneMark } from '#renderer/components/focus-detail.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { type Source, WriteKey } from '#shared/schemas/source.ts';
import { ConnectionsCard } from './connections-card.tsx';
import { FirstEventCheck } from './first-event-check.tsx';
import { SnippetsCard } from './snippets-card.tsx';
import { SourceCard } from './source-card.tsx';
import { SourceHeader } from './source-header.tsx';
import { UsageCard } from './usage-card.tsx';
import { useSourceForm } from './use-source-form.ts';
import { useSourceUsage } from './use-source-usage.ts';

/** One source: its name and key, where its events go, and the code that sends them. */
export function SourcePane({ source }: { source: Source }) {
  const state = useSourceForm(source);
  const usage = useSourceUsage(source.id);
  const { control, formState } = state.form;
  const typedKey = useWatch({ control, name: 'writeKey' });
  // Code with a key that cannot be is of no use to anybody.
  const shownKey = WriteKey.safeParse(typedKey).success ? typedKey : source.writeKey;
  return (
    <section
      {...paneMark}
      aria-label={source.name}
      className="flex h-full min-h-0 flex-col bg-bg-0 outline-offset-[-2px]"
    >
      <SourceHeader source={source} state={state} />
      <div className="@container min-h-0 flex-1 overflow-y-auto p-4">
        <div className="flex max-w-[1280px] flex-col gap-3 @min-[800px]:flex-row">
          <div className="flex min-w-0 flex-col gap-3 @min-[800px]:w-[42%] @min-[800px]:max-w-[520px]">
            {formState.errors.root && (
              <Banner tone="bad" title="It was not saved.">
                {formState.errors.root.message}
              </Banner>
            )}
            <SourceCard state={state} shownKey={shownKey} />
            <ConnectionsCard sourceId={source.id} />
            <UsageCard usage={usage} />
          </div>
          <div className="min-w-0 flex-1">
            <SnippetsCard
              writeKey={shownKey}
              foot={<FirstEventCheck sourceId={source.id} total={usage?.total ?? null} />}
            />
          </div>
        </div>
      </div>
    </section>
  );
}
