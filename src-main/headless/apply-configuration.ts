/** Applies a configuration file at startup. */
import { createRouterClient, ORPCError } from '@orpc/server';
import type { Router } from '#api/index.ts';
import { errorText } from '#shared/labels/errors.ts';
import type { Configuration } from '#shared/schemas/configuration.ts';
import { ConfigurationProblem, configurationProblem } from './configuration-file.ts';

/** Returns the omitted fields. Throws a ConfigurationProblem. */
export async function applyConfiguration(
  router: Router,
  path: string,
  configuration: Configuration,
): Promise<readonly string[]> {
  try {
    const { omitted } = await createRouterClient(router).configuration.apply(configuration);
    return omitted;
  } catch (error) {
    if (!(error instanceof ORPCError) || error.code === 'internal_server_error') throw error;
    const issues: unknown = error.data?.issues;
    if (Array.isArray(issues)) throw configurationProblem(path, issues);
    const text = errorText({ message: error.message, fix: error.data?.fix });
    throw new ConfigurationProblem(`The configuration file ${path}: ${text}`);
  }
}
