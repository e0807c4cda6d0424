import { type AppError, fieldError } from '#main/kit/app-error.ts';
import { clipped } from '#shared/kit/redacted.ts';
import { visibleText } from '#shared/kit/visible-text.ts';

/** Why the text can't be read as a request. */
export const textProblem = (message: string, fix?: string): AppError =>
  fieldError(['text'], message, fix);

/** A part of the text as it can be shown in a message. */
export const shownPart = (text: string): string => visibleText(clipped(text));
