/** Prompts: the steps of common tasks, for the user to choose. */
import { z } from 'zod';

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: z.ZodObject<
    Readonly<Record<string, z.ZodString | z.ZodOptional<z.ZodString>>>
  >;
  text(values: Readonly<Record<string, string | undefined>>): string;
}

export const prompts: readonly Prompt[] = [
  {
    name: 'fix_failed_delivery',
    title: 'Fix a failed delivery',
    description: 'Finds out why a delivery failed and fixes your receiver.',
    arguments: z.object({
      delivery: z.string().optional().describe('ID; default: the newest failed delivery'),
    }),
    text: ({ delivery }) =>
      `${
        delivery === undefined
          ? 'List failed deliveries with list_deliveries (filter "status>=400 or outcome:failed or outcome:blocked") and take the newest.'
          : `Look at delivery ${delivery}.`
      } Call explain_delivery, and read the whole request and response with get_delivery if the cause is not clear. Find the cause in the receiver's code, fix it, and show me the change. If you may send, retry the delivery and check that it is delivered.`,
  },
  {
    name: 'fix_signature',
    title: 'Fix signature verification',
    description: 'Finds the mistake in the code that verifies signatures.',
    arguments: z.object({ delivery: z.string().describe('ID of a delivery that was rejected') }),
    text: ({ delivery }) =>
      `My receiver rejects the signature of delivery ${delivery}. Call explain_delivery. If it has no diagnosis, log the digest that my receiver computes, and pass it to diagnose_signature as observed. Read hookwright://docs/guides/verify-signatures, fix the code, and check with send_again (send_copy) that a valid request is accepted, and that "tampered" and "wrong_secret" are rejected.`,
  },
  {
    name: 'write_scenario',
    title: 'Write a scenario',
    description: 'Writes a scenario file that rehearses a situation.',
    arguments: z.object({
      situation: z.string().describe('such as: my server is down for an hour'),
    }),
    text: ({ situation }) =>
      `Write a Hookwright scenario for this situation: ${situation}. Read hookwright://docs/reference/scenarios first. Check the text with inspect_scenarios (check_scenario) until it has no problems, then save it with save_item (save_scenario) and run it with run_scenario if you may. Explain each failed expectation.`,
  },
];
