import { UserId } from '#shared/schemas/user-id.ts';

export interface UserLines {
  /** Unique, in the order of the lines. */
  readonly userIds: readonly string[];
  /** The first invalid line. */
  readonly problem: string | undefined;
}

/** Trims lines and skips empty ones. */
export function readUserLines(text: string): UserLines {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const invalidIndex = lines.findIndex((line) => line !== '' && !UserId.safeParse(line).success);
  const reason =
    invalidIndex < 0 ? undefined : UserId.safeParse(lines[invalidIndex]).error?.issues[0]?.message;
  return {
    userIds: [...new Set(lines.filter((line) => line !== ''))],
    problem: reason && `Line ${invalidIndex + 1}: ${reason}`,
  };
}
