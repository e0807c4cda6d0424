/** Texts of errors that several operations have in common. */

export const noSuch = (noun: string): string => `There is no such ${noun}.`;

export const unexpectedError = { message: 'Unexpected error.', fix: 'See the log.' } as const;

/** What a host returns for pages of the documentation while there are none. */
export const docsNotBuilt =
  'The documentation is not built yet. Reload in a few seconds, or run "npm run docs".\n';

/** What happened, then how to fix it. */
export const errorText = (error: {
  readonly message: string;
  readonly fix?: string | undefined;
}): string => (error.fix === undefined ? error.message : `${error.message} ${error.fix}`);

/** A field as a reader of a file names it: `destinations[0].webhooks[1].url`. */
export const fieldName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`,
    '',
  );
