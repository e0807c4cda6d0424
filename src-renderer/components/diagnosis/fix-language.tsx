/** The language of fixes, chosen once for all pages. */
import { create } from 'zustand';
import { persist } from 'zustand/middleware';
import { Select } from '#renderer/ui/select.tsx';
import { type Language, languageNames, languages } from '#shared/schemas/signature.ts';

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
  ...languages.map((value) => ({ value, label: languageNames[value] })),
];

interface FixLanguageSelectProps {
  /** Used until one is chosen. */
  readonly detected?: Language | undefined;
  readonly className?: string;
  /** Required outside a Field. */
  readonly 'aria-label'?: string;
}

export function FixLanguageSelect({ detected, ...rest }: FixLanguageSelectProps) {
  const language = useFixLanguage((state) => state.language);
  return (
    <Select<Choice>
      {...rest}
      options={options}
      value={language ?? detected ?? 'any'}
      onChange={(choice) => useFixLanguage.setState({ language: choice === 'any' ? null : choice })}
    />
  );
}
