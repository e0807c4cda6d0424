import { useFormContext, useWatch } from 'react-hook-form';
import { LearnMore } from '#renderer/components/learn-more.tsx';
import { FoldedCard } from '#renderer/ui/card.tsx';
import { Field } from '#renderer/ui/field.tsx';
import { TextArea } from '#renderer/ui/text-field.tsx';
import { counted } from '#shared/lib/format.ts';
import { type MockDraft, rulesIn } from './mock-draft.ts';

const example = `[
  {
    "match": { "properties": { "orderId": "o-17" } },
    "status": 503
  }
]`;

/** Responses to matching requests, as JSON. */
export function RulesCard() {
  const { control, register, formState } = useFormContext<MockDraft>();
  const rules = rulesIn(useWatch({ control, name: 'rules' }));
  const error = formState.errors.rules?.message;
  return (
    <FoldedCard
      title="Rules"
      value={
        rules === null ? 'invalid' : rules.length === 0 ? 'none' : counted(rules.length, 'rule')
      }
      isOpen={error !== undefined}
      actions={<LearnMore topic="rules" />}
    >
      <Field
        label="Rules as JSON"
        optional
        error={error}
        hint="Responses to matching requests. They take precedence over the steps"
      >
        <TextArea mono rows={8} spellCheck={false} placeholder={example} {...register('rules')} />
      </Field>
    </FoldedCard>
  );
}
