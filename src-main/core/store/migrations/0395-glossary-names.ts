import type { Database } from 'better-sqlite3';

/** New names of filter terms by old name. */
const newTerms: Readonly<Record<string, string>> = { made: 'created', tried: 'attempted' };

/** Renames terms outside quotes. */
const filterText = (filter: unknown): string =>
  String(filter).replace(/"(?:[^"\\]|\\.)*"|\b(made|tried)(?=[<>])/gi, (found, term?: string) =>
    term === undefined ? found : (newTerms[term.toLowerCase()] ?? found),
  );

/** Renames columns, tables and saved filter terms according to the glossary. */
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
