/**
 * Tools for agents, as a table. A tool has one action, or several that its argument `action` chooses from. An action
 * names its operations, which also decide its level; it can call no others.
 */
import type { AnySchema, ContractProcedure, ErrorMap } from '@orpc/contract';
import { z } from 'zod';
import { type Contract, type ContractClient, contract } from '#shared/contract.ts';
import { type KnownSecrets, knownRedaction, type Redaction } from '#shared/deliveries/redaction.ts';
import { type AccessLevel, accessLevels } from './access-level.ts';
import { readAgentSecrets } from './agent-secrets.ts';

type Group = keyof Contract & string;
type Effect = Contract['deliveries']['get']['~orpc']['meta']['effect'];
type Declared = ContractProcedure<AnySchema, AnySchema, ErrorMap, { readonly effect: Effect }>;

/** Such as `deliveries.get`. */
export type OperationName = {
  [G in Group]: {
    [O in keyof Contract[G] & string]: Contract[G][O] extends Declared ? `${G}.${O}` : never;
  }[keyof Contract[G] & string];
}[Group];

type GroupIn<Name> = Name extends `${infer G extends Group}.${string}` ? G : never;
type OperationIn<G extends Group, Name> = Name extends `${G}.${infer O}`
  ? O & keyof ContractClient[G]
  : never;

/** A client that has only these operations. */
export type Api<Name extends OperationName> = {
  readonly [G in GroupIn<Name>]: Pick<ContractClient[G], OperationIn<G, Name>>;
};

type Calls = Record<string, (input: unknown, options: object) => Promise<unknown>>;
type AnyApi = Readonly<Record<string, Readonly<Calls>>>;

const partsOf = (name: OperationName) => name.split('.') as [group: Group, operation: string];

function apiOf(client: ContractClient, names: readonly OperationName[]): AnyApi {
  const groups: Record<string, Calls> = {};
  for (const [group, operation] of names.map(partsOf)) {
    const call = (client[group] as unknown as Calls)[operation];
    groups[group] = { ...groups[group], ...(call && { [operation]: call }) };
  }
  return groups;
}

type Words<Text> = Text extends `${infer First} ${infer Rest}` ? First | Words<Rest> : Text;

/** The fields of a schema with these names, such as `pick(Source, 'id name')`. */
export const pick = <Shape extends z.ZodRawShape, const Names extends string>(
  { shape }: z.ZodObject<Shape>,
  names: Words<Names> extends keyof Shape ? Names : never,
) =>
  z.object(Object.fromEntries(names.split(' ').map((name) => [name, shape[name]]))) as z.ZodObject<
    Pick<Shape, Words<Names> & keyof Shape>
  >;

async function readSetup(client: ContractClient) {
  const [sources, destinations, mocks] = await Promise.all([
    client.sources.list(),
    client.destinations.list(),
    client.mocks.list(),
  ]);
  return { sources, destinations, mocks };
}

export const contextOf = (
  client: ContractClient,
  operations: readonly OperationName[],
  call: CallSignals,
): AnyContext => ({
  ...call,
  api: apiOf(client, operations),
  readSetup: () => readSetup(client),
  readSecrets: () => readAgentSecrets(client),
  readRedaction: async () => knownRedaction(await readAgentSecrets(client)),
});

export interface CallSignals {
  /** Aborted when the agent cancels the call or disconnects. */
  readonly signal: AbortSignal;
  /** Reports progress, so that the client doesn't give up on a long call. */
  progress(message: string): void;
}

export interface AnyContext extends CallSignals {
  readonly api: AnyApi;
  readSetup(): ReturnType<typeof readSetup>;
  /** What no action may show. */
  readSecrets(): Promise<KnownSecrets>;
  readRedaction(): Promise<Redaction>;
}

/** What an action can use: all read what is set up, and call the operations that they name. */
export type Context<Name extends OperationName> = Omit<AnyContext, 'api'> & {
  readonly api: Api<Name>;
};

export interface Action {
  readonly description: string;
  readonly operations: readonly OperationName[];
  readonly input: z.ZodObject;
  /** Fields that it doesn't have are left out of results. */
  readonly output: z.ZodObject;
  run(input: unknown, context: AnyContext): Promise<unknown>;
}

interface Definition<
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Name extends OperationName,
> {
  readonly description: string;
  readonly operations: readonly Name[];
  readonly input: Input;
  readonly output: Output;
  run(input: z.output<Input>, context: Context<Name>): Promise<z.input<Output>>;
}

/** `call-tool` checks the input with the same schema. */
export const action = <
  Input extends z.ZodObject,
  Output extends z.ZodObject,
  Name extends OperationName,
>(
  definition: Definition<Input, Output, Name>,
): Action => definition as unknown as Action;

function operationOf(name: OperationName): Declared {
  const [group, operation] = partsOf(name);
  return (contract[group] as Readonly<Record<string, unknown>>)[operation] as Declared;
}

/** An action that only calls an operation, with its input. */
export const direct = (name: OperationName, description: string, output: z.ZodObject): Action => ({
  ...{ description, operations: [name], output },
  input: operationOf(name)['~orpc'].inputSchema as z.ZodObject,
  async run(input, { api, signal }) {
    const [group, operation] = partsOf(name);
    return (await api[group]?.[operation]?.(input, { signal })) ?? {};
  },
});

/** Of a tool, by name; a single one has the name of its tool. */
export type Actions = Readonly<Record<string, Action>>;

const effectOf = (name: OperationName): Effect => operationOf(name)['~orpc'].meta.effect;

/** What sends or signs needs the level that may send (D61). */
const levelOfEffect = {
  read: 'read',
  write: 'write',
  sends: 'write',
  deletes: 'delete',
} as const satisfies Readonly<Record<Effect, AccessLevel>>;

export const effectsOf = (actions: Actions): ReadonlySet<Effect> =>
  new Set(Object.values(actions).flatMap(({ operations }) => operations.map(effectOf)));

/** The highest level that one of its operations needs. */
export function levelOf(actions: Actions): AccessLevel {
  const needed = [...effectsOf(actions)].map((effect) =>
    accessLevels.indexOf(levelOfEffect[effect]),
  );
  return accessLevels[Math.max(0, ...needed)] ?? 'delete';
}
