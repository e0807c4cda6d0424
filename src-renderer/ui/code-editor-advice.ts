/** What an editor is told about its text. */

export interface EditorProblem {
  /** Offsets into the text. */
  from: number;
  to: number;
  severity: 'error' | 'warning';
  message: string;
}

export interface EditorCompletion {
  label: string;
  /** Beside the label, quieter: a type. */
  detail?: string | undefined;
  /** A sentence about it. */
  info?: string | undefined;
  /** Inserted instead of the label. */
  insert?: string | undefined;
}
