/** User ids as they are typed or pasted: one on each line. Pure. */
import { UserId } from '#shared/schemas/user-id.ts';

export interface UserLines {
  /** Each once, in the order of the lines. */
  readonly userIds: readonly string[];
  /** The first line that cannot be, as a sentence. */
  readonly problem: string | undefined;
}

/** White space around an id is taken for the paste's, empty lines are passed over. */
export function readUserLines(text: string): UserLines {
  const lines = text.split(/\r\n|\n|\r/).map((line) => line.trim());
  const bad = lines.findIndex((line) => line !== '' && !UserId.safeParse(line).success);
  const reason = bad < 0 ? undefined : UserId.safeParse(lines[bad]).error?.issues[0]?.message;
  return {
    userIds: [...new Set(lines.filter((line) => line !== ''))],
    problem: reason && `Line ${bad + 1}: ${reason}`,
  };
}
