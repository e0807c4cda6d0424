/** Runs one slice of each read in turn, so that a long read doesn't block short ones. */
import type { MessagePort } from 'node:worker_threads';
import { failureOf, type ReaderReply, type ReaderRequest } from './protocol.ts';
import type { Reading, Reads } from './reading.ts';

interface Task {
  readonly id: number;
  readonly reading: Reading<unknown, unknown>;
}

export function serveReads(port: MessagePort, reads: Reads, close: () => void): void {
  const tasks = new Map<number, Task>();
  let ready: Task[] = [];
  let scheduled: NodeJS.Immediate | null = null;

  const reply = (message: ReaderReply): void => port.postMessage(message);

  function run({ id, reading }: Task): void {
    try {
      const step = reading.next();
      if (step.done) {
        tasks.delete(id);
        reply({ id, kind: 'done', result: step.value });
      } else if (step.value === undefined) ready.push({ id, reading });
      else reply({ id, kind: 'item', item: step.value });
    } catch (error) {
      tasks.delete(id);
      reply({ id, kind: 'failed', failure: failureOf(error) });
    }
  }

  async function finish(id: number, result: Promise<unknown>): Promise<void> {
    try {
      reply({ id, kind: 'done', result: await result });
    } catch (error) {
      reply({ id, kind: 'failed', failure: failureOf(error) });
    }
  }

  /** Requests are handled between slices, so a cancelled read stops after its current slice. */
  function schedule(): void {
    scheduled ??= setImmediate(() => {
      scheduled = null;
      const task = ready.shift();
      if (task !== undefined) run(task);
      if (ready.length > 0) schedule();
    });
  }

  function enqueue(task: Task | undefined): void {
    if (task === undefined) return;
    ready.push(task);
    schedule();
  }

  function start(id: number, name: string, query: unknown): void {
    const read = reads[name];
    if (read === undefined) throw new Error(`There is no read named ${name}.`);
    const reading = read(query as never);
    if (reading instanceof Promise) return void finish(id, reading);
    const task = { id, reading };
    tasks.set(id, task);
    enqueue(task);
  }

  port.on('message', (request: ReaderRequest) => {
    switch (request.kind) {
      case 'start':
        return start(request.id, request.name, request.query);
      case 'next':
        return enqueue(tasks.get(request.id));
      case 'cancel':
        tasks.get(request.id)?.reading.return(undefined);
        tasks.delete(request.id);
        ready = ready.filter(({ id }) => id !== request.id);
        return;
      case 'close':
        if (scheduled !== null) clearImmediate(scheduled);
        close();
        port.close();
    }
  });
}
