import { Plug } from 'lucide-react';
import { NewSourceField } from '#renderer/components/new-source-field.tsx';
import { openSource } from './source-actions.ts';

/** A name is all it takes: the write key is made by the core. */
export function NewSourcePane({ isFirst }: { isFirst: boolean }) {
  return (
    <section aria-label="New source" className="h-full overflow-y-auto bg-bg-0">
      <div className="mx-auto flex max-w-[460px] flex-col gap-3 px-6 pt-[12vh]">
        <Plug size={24} strokeWidth={1.5} className="text-fg-3" aria-hidden="true" />
        <div>
          <h1 className="text-title font-semibold tracking-[-0.012em]">
            {isFirst ? 'Create the first source' : 'New source'}
          </h1>
          <p className="mt-1 text-fg-2">
            A source is where events come from: an app, a site, a server. It gets a write key, and
            ready-made code that sends events with it.
          </p>
        </div>
        <NewSourceField
          label="Name"
          autoFocus
          primary
          hint="For example the name of your app."
          onCreated={({ id }) => openSource(id)}
        />
      </div>
    </section>
  );
}
