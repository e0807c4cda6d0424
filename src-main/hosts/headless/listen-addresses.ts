/** Where a host listens: on ports that the user chose, on those of a workspace's last start, or on defaults. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { writePrivateFile } from '#main/kit/files.ts';
import type { ListenAddress } from '#main/kit/ports.ts';
import type { System } from '#shared/settings/system.ts';

export interface ChosenPorts {
  readonly port?: number | undefined;
  readonly ingestPort?: number | undefined;
  readonly mockPort?: number | undefined;
  readonly mockHttpsPort?: number | undefined;
}

const defaultPorts = { ingestPort: 8377, port: 8378, mockPort: 8379, mockHttpsPort: 8380 };

type PortName = keyof typeof defaultPorts;

const names = Object.keys(defaultPorts) as PortName[];

const Port = z.int().min(1).max(65_535).optional();
const PinnedPorts = z.object({
  port: Port,
  ingestPort: Port,
  mockPort: Port,
  mockHttpsPort: Port,
});

const fileIn = (dataFolder: string): string => join(dataFolder, 'ports.json');

function readPinned(dataFolder: string): ChosenPorts {
  try {
    return PinnedPorts.parse(JSON.parse(readFileSync(fileIn(dataFolder), 'utf8')));
  } catch {
    return {};
  }
}

/** A pinned port is not `explicit`: if it is in use, the next free one is used and pinned (D2). */
export function listenAddresses(
  host: string,
  chosen: ChosenPorts,
  dataFolder: string | null,
): Readonly<Record<PortName, ListenAddress>> {
  const pinned = dataFolder === null ? {} : readPinned(dataFolder);
  const addressOf = (name: PortName): ListenAddress => ({
    host,
    port: chosen[name] ?? pinned[name] ?? defaultPorts[name],
    explicit: chosen[name] !== undefined,
  });
  return {
    port: addressOf('port'),
    ingestPort: addressOf('ingestPort'),
    mockPort: addressOf('mockPort'),
    mockHttpsPort: addressOf('mockHttpsPort'),
  };
}

/** So that addresses entered elsewhere, such as in an SDK, stay valid. Chosen ports are not pinned. */
export function pinPorts(
  dataFolder: string,
  chosen: ChosenPorts,
  { ingestUrl, mockUrl, mockHttpsUrl }: Pick<System, 'ingestUrl' | 'mockUrl' | 'mockHttpsUrl'>,
  interfaceUrl: string,
): void {
  const urls: Readonly<Record<PortName, string | null>> = {
    port: interfaceUrl,
    ingestPort: ingestUrl,
    mockPort: mockUrl,
    mockHttpsPort: mockHttpsUrl,
  };
  const used = names.flatMap((name) => {
    const url = chosen[name] === undefined ? urls[name] : null;
    return url === null ? [] : [[name, Number(new URL(url).port)] as const];
  });
  const ports = { ...readPinned(dataFolder), ...Object.fromEntries(used) };
  writePrivateFile(fileIn(dataFolder), `${JSON.stringify(ports)}\n`);
}
