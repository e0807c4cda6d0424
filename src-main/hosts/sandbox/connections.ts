/** The open connections of one side, so that both sides can be compared. */
import type { Socket } from 'node:net';
import type { Advanced } from './ports.ts';

export function createConnections() {
  const open = new Map<string, Socket>();
  let closed = 0;
  return {
    add(end: string, socket: Socket): void {
      open.set(end, socket);
      socket.once('close', () => {
        closed += 1;
        if (open.get(end) === socket) open.delete(end);
      });
    },
    open: (): Advanced['open'] =>
      [...open].map(([end, socket]) => ({ end, port: socket.remotePort ?? 0 })),
    /** How many have ended so far. */
    closed: (): number => closed,
    has: (end: string): boolean => open.has(end),
    /** Closes the connections to a port. */
    closeAt(port: number): void {
      for (const socket of open.values()) if (socket.localPort === port) socket.destroy();
    },
  };
}
