/** Takes the wanted port, or the next free one when nobody insisted on it (D2). */
import type { FastifyInstance } from 'fastify';
import { type ListenAddress, StartupProblem } from '#core/ports.ts';

/** As far as it is still plain that the address is a neighbour of the usual one. */
const portsTried = 50;
const lastPort = 65_535;

function codeOf(error: unknown): string {
  return error instanceof Error && 'code' in error ? String(error.code) : '';
}

function asProblem(error: unknown, { host, port }: ListenAddress): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupProblem(
        'port_in_use',
        `Port ${port} on ${host} is in use. Choose another with --port, or 0 for a free one.`,
      );
    case 'EACCES':
      return new StartupProblem(
        'host_unusable',
        `This user may not listen on port ${port}. Choose one above 1023 with --port.`,
      );
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
    case 'EINVAL':
      return new StartupProblem(
        'host_unusable',
        `"${host}" is no address of this machine. Choose another with --host.`,
      );
    default:
      return error;
  }
}

export async function listen(server: FastifyInstance, address: ListenAddress): Promise<number> {
  const { host, port } = address;
  const last = address.explicit ? port : Math.min(port + portsTried, lastPort);
  for (let next = port; ; next += 1) {
    try {
      await server.listen({ host, port: next });
      const taken = server.server.address();
      return typeof taken === 'object' && taken !== null ? taken.port : next;
    } catch (error) {
      if (codeOf(error) !== 'EADDRINUSE' || next >= last) throw asProblem(error, address);
    }
  }
}
