import { clipped } from '#shared/lib/redacted.ts';
import { visibleText } from '#shared/lib/visible-text.ts';
import { type AppError, fieldError } from '../../app-error.ts';

/** Why the text can't be read as a request. */
export const textProblem = (message: string, fix?: string): AppError =>
  fieldError(['text'], message, fix);

/** A part of the text as it can be shown in a message. */
export const shownPart = (text: string): string => visibleText(clipped(text));
