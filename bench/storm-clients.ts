import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection } from './connection';

/** What a child of storm.ts is asked to do. Requests are texts ready to be sent. */
export type Task =
  /** All at the same moment, each on a connection of its own. */
  | { kind: 'at once'; port: number; requests: string[] }
  /** So many a second for so long, whether or not the others were answered; requests are taken in turn. */
  | { kind: 'steadily'; port: number; requests: string[]; perSecond: number; ms: number };

export interface Answered {
  status: number;
  ms: number;
}

/** A connection that fails counts as this status. */
const lost = 0;

async function main(): Promise<void> {
  for (;;) {
    const [task] = (await once(process, 'message')) as [Task];
    process.send?.(await (task.kind === 'at once' ? atOnce(task) : steadily(task)));
  }
}

async function atOnce({ port, requests }: Extract<Task, { kind: 'at once' }>): Promise<Answered[]> {
  const connections: Connection[] = [];
  for (const _ of requests) connections.push(await Connection.open(port));
  const answers = await Promise.all(connections.map((connection, i) => send(connection, requests[i] ?? '')));
  for (const connection of connections) connection.close();
  return answers;
}

async function steadily({ port, requests, perSecond, ms }: Extract<Task, { kind: 'steadily' }>): Promise<Answered[]> {
  const idle: Connection[] = [];
  const answers: Promise<Answered>[] = [];
  const startedAt = performance.now();
  for (let i = 0; performance.now() - startedAt < ms; i += 1) {
    const connection = idle.pop() ?? (await Connection.open(port));
    const answer = send(connection, requests[i % requests.length] ?? '');
    void answer.then(({ status }) => (status === lost ? connection.close() : idle.push(connection)));
    answers.push(answer);
    const early = ((i + 1) * 1000) / perSecond - (performance.now() - startedAt);
    if (early > 1) await delay(early);
  }
  const all = await Promise.all(answers);
  for (const connection of idle) connection.close();
  return all;
}

async function send(connection: Connection, request: string): Promise<Answered> {
  const sentAt = performance.now();
  const status = await connection.send(Buffer.from(request)).then(
    (answer) => answer.status,
    () => lost,
  );
  return { status, ms: performance.now() - sentAt };
}

process.once('disconnect', () => process.exit());
void main();
