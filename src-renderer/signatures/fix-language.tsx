/** The language of fixes, chosen once for all pages. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Select } from '#renderer/ui/select.tsx';
import type { Language } from '#shared/signatures/signature.ts';
import { languages } from '#shared/signatures/snippets/languages.ts';

interface FixLanguage {
  /** Null: the language that the mistake is typical of. */
  readonly language: Language | null;
}

export const useFixLanguage = create<FixLanguage>()(
  persist((): FixLanguage => ({ language: null }), { name: 'hookwright.fix-language' }),
);

type Choice = Language | 'any';

const choices: readonly { value: Choice; label: string }[] = languages.map(({ id, name }) => ({
  value: id,
  label: name,
}));

interface FixLanguageSelectProps {
  /** Of the code shown until one is chosen; null without code. */
  readonly shown: Language | null;
}

export function FixLanguageSelect({ shown }: FixLanguageSelectProps) {
  const language = useFixLanguage((state) => state.language);
  const value = language ?? shown ?? 'any';
  return (
    <Select<Choice>
      aria-label="Language of the fix"
      className="h-6.5 w-31 flex-none"
      options={[
        { value: 'any', label: value === 'any' ? 'Any language' : 'Detected language' },
        ...choices,
      ]}
      value={value}
      onChange={(choice) => useFixLanguage.setState({ language: choice === 'any' ? null : choice })}
    />
  );
}
