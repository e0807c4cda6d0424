/** Names of scenario files in the folder of an instance. */
import { z } from 'zod';

const fileRule = 'Use a name such as outage.yaml or checkout/outage.yaml.';

/** Neither `..` nor hidden files, on any system. */
const isFileName = (name: string): boolean =>
  /\.ya?ml$/.test(name) &&
  name
    .split('/')
    .every((part) => part !== '' && !part.startsWith('.') && !/[\\:*?"<>|\p{Cc}]/u.test(part));

/** A path of a scenario in the folder, with `/` on every system. */
export const ScenarioFileName = z
  .string({ error: `file is missing. ${fileRule}` })
  .max(200, 'The file name is too long: at most 200 characters.')
  .refine(isFileName, `Not a scenario file name. ${fileRule}`);
