/** Suggestions and problems for an editor's text. */

export interface EditorProblem {
  /** Offsets in the text. */
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
}

export interface EditorCompletion {
  label: string;
  /** Beside the label: a type. */
  detail?: string | undefined;
  /** One sentence of help. */
  info?: string | undefined;
  /** Inserted instead of the label. */
  insert?: string | undefined;
}
