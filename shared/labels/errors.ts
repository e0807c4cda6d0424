/** Error texts used by several operations. */

export const noSuch = (noun: string): string => `There is no such ${noun}.`;

export const unexpectedError = { message: 'Unexpected error.', fix: 'See the log.' } as const;

/** Response for documentation pages that are not built yet. */
export const docsNotBuilt =
  'The documentation is not built yet. Reload in a few seconds, or run "npm run docs".\n';

export const errorText = (error: {
  readonly message: string;
  readonly fix?: string | undefined;
}): string => (error.fix === undefined ? error.message : `${error.message} ${error.fix}`);

/** A field's path in a file, such as `destinations[0].webhooks[1].url`. */
export const fieldName = (path: readonly (string | number)[]): string =>
  path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? part : `${name}.${part}`,
    '',
  );
