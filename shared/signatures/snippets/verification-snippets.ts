/** Ready-to-paste receivers that verify by a profile, one snippet per framework (D55). */
import type { ProviderProfile } from '#shared/profiles/profile.ts';
import type { Language } from '../signature.ts';
import { languages } from './languages.ts';
import type { Framework } from './snippet.ts';

export interface VerificationSnippet extends Pick<Framework, 'id' | 'file'> {
  readonly language: Language;
  readonly title: string;
  readonly install: string | null;
  readonly code: (variable: string) => string;
}

/** In display order. Empty for profiles that don't sign. */
export const verificationSnippets = (profile: ProviderProfile): readonly VerificationSnippet[] =>
  profile.signature.kind === 'none'
    ? []
    : languages.flatMap(({ id: language, frameworks }) =>
        (frameworks as readonly Framework[])
          .filter(({ appliesTo }) => appliesTo?.(profile) ?? true)
          .map(({ id, file, title, install, code }) => ({
            ...{ id, file, language },
            title: typeof title === 'function' ? title(profile) : title,
            install: typeof install === 'function' ? install(profile) : install,
            code: (variable: string) => code(profile, variable),
          })),
      );
