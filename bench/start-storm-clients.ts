import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Answered, Task } from './storm-clients';
import type { Bench } from './support';

/** Starts a process with clients. Returns a function that gives the clients a task and waits for the answers. */
export function startStormClients(bench: Bench): (task: Task) => Promise<Answered[]> {
  const child = fork(path.join(__dirname, 'storm-clients.ts'));
  bench.defer(async () => child.kill());
  return async (task) => {
    child.send(task);
    const [answers] = (await once(child, 'message')) as [Answered[]];
    return answers;
  };
}
