/** The value that identifies a message in lists, as SQL on `messages AS m`. */

/** Maximum characters; list rows show less. */
const maxLength = 200;

/** The path of the setting in SQLite's syntax; null for the user. */
const path = `(SELECT '$.' || (value ->> '$') FROM settings
  WHERE name = 'listColumn' AND value <> '"user"')`;

/** Read with the row, so that lists and changes show the same. Booleans are words, not 0 and 1. */
export const columnValueSql = `CASE
  WHEN ${path} IS NULL THEN ifnull(m.user_id, m.anonymous_id)
  WHEN NOT json_valid(m.normalized) THEN NULL
  WHEN json_type(m.normalized, ${path}) IN ('true', 'false') THEN json_type(m.normalized, ${path})
  ELSE substr(m.normalized ->> ${path}, 1, ${maxLength})
  END AS column_value`;
