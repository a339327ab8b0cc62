import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answered, Task } from './storm-clients';
import type { Bench } from './support';

/** Clients in a process of their own, which do one task at a time. */
export function startStormClients(bench: Bench): (task: Task) => Promise<Answered[]> {
  const child = fork(path.join(__dirname, 'storm-clients.ts'));
  bench.defer(async () => child.kill());
  return async (task) => {
    child.send(task);
    const [answers] = (await once(child, 'message')) as [Answered[]];
    return answers;
  };
}
