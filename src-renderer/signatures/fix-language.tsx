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

const options: readonly { value: Choice; label: string }[] = [
  { value: 'any', label: 'Any language' },
  ...languages.map(({ id, name }) => ({ value: id, label: name })),
];

interface FixLanguageSelectProps {
  /** Used until one is chosen. */
  readonly detected: Language | undefined;
}

export function FixLanguageSelect({ detected }: FixLanguageSelectProps) {
  const language = useFixLanguage((state) => state.language);
  return (
    <Select<Choice>
      aria-label="Language of the fix"
      className="h-6.5 w-31 flex-none"
      options={options}
      value={language ?? detected ?? 'any'}
      onChange={(choice) => useFixLanguage.setState({ language: choice === 'any' ? null : choice })}
    />
  );
}
