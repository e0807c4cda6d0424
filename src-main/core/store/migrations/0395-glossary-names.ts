import type { Database } from 'better-sqlite3';

/** Terms of filters by their names before. */
const newTerms: Readonly<Record<string, string>> = { made: 'created', tried: 'attempted' };

/** Renames terms outside of quotes. */
const filterText = (filter: unknown): string =>
  String(filter).replace(/"(?:[^"\\]|\\.)*"|\b(made|tried)(?=[<>])/gi, (found, term?: string) =>
    term === undefined ? found : (newTerms[term.toLowerCase()] ?? found),
  );

/** Names of the glossary: columns, tables, and terms of saved filters. */
export function up(db: Database): void {
  db.function('renamed_terms', { deterministic: true }, filterText);
  db.exec(`
    ALTER TABLE messages RENAME COLUMN normalised TO normalized;
    ALTER TABLE authorities RENAME TO certificate_authorities;
    UPDATE saved_filters SET filter = renamed_terms(filter);
    UPDATE jobs SET params = replace(replace(params,
      '"kind":"made",', '"kind":"created",'), '"kind":"tried",', '"kind":"attempted",');
  `);
}
