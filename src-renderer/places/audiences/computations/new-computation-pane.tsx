import { ChartNoAxesColumn, Plus, Users } from 'lucide-react';
import { useState } from 'react';
import { FormProvider } from 'react-hook-form';
import { collections, computationsOf, put, useItems } from '#renderer/kit/data/collections.ts';
import { usePersistentForm, useSaving } from '#renderer/kit/forms/persistent-form.tsx';
import { navigateFromHere } from '#renderer/kit/routing/route-store.ts';
import { Banner } from '#renderer/ui/banner.tsx';
import { Button } from '#renderer/ui/button.tsx';
import { showToast } from '#renderer/ui/toast.tsx';
import type { ComputationClass } from '#shared/audiences/computation.ts';
import { nouns } from '../audience-labels.tsx';
import { listOf, newFormMark, routeOf } from '../audiences-route.ts';
import {
  IntegrationsField,
  KeyField,
  NameField,
  ScheduleFields,
  SourceField,
} from './computation-fields.tsx';
import { computationForms, emptyDraft, operationsOf } from './computation-form.ts';

const descriptions: Readonly<Record<ComputationClass, string>> = {
  audience: 'Syncs send one identify message per membership change.',
  trait: 'Syncs send one identify message per changed value.',
};

interface NewComputationPaneProps {
  readonly kind: ComputationClass;
  readonly isFirst: boolean;
  /** Otherwise it is only shown in an empty list, where the keys of the application go on working. */
  readonly isAsked: boolean;
}

export function NewComputationPane({ kind, isFirst, isAsked }: NewComputationPaneProps) {
  const sources = useItems(collections.sources);
  // Fixed when the form opens, so that a new source doesn't change it.
  const [initial] = useState(() => emptyDraft(sources.length === 1 ? (sources[0]?.id ?? '') : ''));
  const persistent = usePersistentForm(computationForms, `new ${kind}`, initial);
  const { form } = persistent;
  const { errors } = form.formState;
  const noun = nouns[kind];
  const { isSubmitting, save } = useSaving(persistent, {
    isNew: true,
    noun,
    section: 'Audiences',
    title: `New ${noun}`,
    onSave: async (typed) => {
      const open = navigateFromHere();
      const created = await operationsOf(kind).create(typed);
      put(computationsOf(kind), created);
      open(routeOf(listOf(kind), created.id));
      showToast({ title: `Created ${created.name}`, tone: 'ok' });
    },
  });
  const Icon = kind === 'audience' ? Users : ChartNoAxesColumn;
  return (
    <section aria-label={`New ${noun}`} className="h-full overflow-y-auto bg-bg-0">
      <FormProvider {...form}>
        <form
          {...newFormMark}
          noValidate
          aria-label={`New ${noun}`}
          className="mx-auto flex max-w-[480px] flex-col gap-3 px-6 pt-[8vh] pb-8"
          onSubmit={(event) => {
            event.preventDefault();
            save();
          }}
        >
          <Icon size={24} strokeWidth={1.5} className="text-fg-3" aria-hidden="true" />
          <div>
            <h2 className="text-title font-semibold tracking-[-0.012em]">
              {isFirst ? `Create your first ${noun}` : `New ${noun}`}
            </h2>
            <p className="mt-1 text-fg-2">{descriptions[kind]}</p>
          </div>
          {errors.root && (
            <Banner tone="bad" title={"Can't create."}>
              {errors.root.message}
            </Banner>
          )}
          <NameField autoFocus={isAsked} />
          <KeyField kind={kind} />
          <SourceField />
          <ScheduleFields />
          <IntegrationsField />
          <div>
            <Button
              type="submit"
              variant="primary"
              icon={Plus}
              shortcut="Mod+Enter"
              busy={isSubmitting}
            >
              Create {noun}
            </Button>
          </div>
        </form>
      </FormProvider>
    </section>
  );
}
