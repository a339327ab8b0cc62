import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Connection, jsonPost } from './connection';

/** A task for the child process of storm.ts. Each request is the complete text of an HTTP request. */
export type Task =
  /** Sends all requests at the same time, each on its own connection. */
  | { kind: 'burst'; port: number; requests: string[] }
  /** Sends `perSecond` requests per second for `ms` milliseconds, without waiting for answers. */
  | { kind: 'steadily'; port: number; requests: string[]; perSecond: number; ms: number }
  /** Sends the next request after each answer, each on its own connection. */
  | { kind: 'continuously'; port: number; requests: string[]; ms: number }
  /** Exchanges `perSecond` refresh tokens per second, each for the next token. */
  | { kind: 'refresh'; port: number; tokens: string[]; perSecond: number; ms: number };

export interface Answered {
  status: number;
  /** According to the body, because a GraphQL error in a payload has the status 200. */
  isSuccess: boolean;
  ms: number;
}

/** The refresh tokens at the end of the last task. */
let kept: string[] | null = null;

/** The status of a request whose connection failed. */
const lost = 0;

async function main(): Promise<void> {
  for (;;) {
    const [task] = (await once(process, 'message')) as [Task];
    process.send?.(await answersTo(task));
  }
}

function answersTo(task: Task): Promise<Answered[]> {
  if (task.kind === 'burst') return atOnce(task);
  if (task.kind === 'continuously') return continuously(task);
  if (task.kind === 'steadily') return steadily(task, (i) => task.requests[i % task.requests.length] ?? '');
  kept ??= task.tokens;
  const tokens = kept;
  return steadily(
    task,
    (i) => jsonPost('/auth/refresh', { refresh_token: tokens[i % tokens.length] }).toString(),
    (i, body) => {
      tokens[i % tokens.length] = JSON.parse(body.toString()).result.refresh_token;
    },
  );
}

async function atOnce({ port, requests }: Extract<Task, { kind: 'burst' }>): Promise<Answered[]> {
  const connections: Connection[] = [];
  for (const _ of requests) connections.push(await Connection.open(port));
  const answers = await Promise.all(connections.map((connection, i) => send(connection, requests[i] ?? '')));
  for (const connection of connections) connection.close();
  return answers;
}

async function continuously({ port, requests, ms }: Extract<Task, { kind: 'continuously' }>): Promise<Answered[]> {
  const deadline = performance.now() + ms;
  const answers = requests.map(async (request) => {
    const connection = await Connection.open(port);
    const answered: Answered[] = [];
    while (performance.now() < deadline) answered.push(await send(connection, request));
    connection.close();
    return answered;
  });
  return (await Promise.all(answers)).flat();
}

async function steadily(
  { port, perSecond, ms }: { port: number; perSecond: number; ms: number },
  requestOf: (i: number) => string,
  read: (i: number, body: Buffer) => void = () => {},
): Promise<Answered[]> {
  const idle: Connection[] = [];
  const answers: Promise<Answered>[] = [];
  const startedAt = performance.now();
  for (let i = 0; performance.now() - startedAt < ms; i += 1) {
    const connection = idle.pop() ?? (await Connection.open(port));
    const answer = send(connection, requestOf(i), (body) => read(i, body));
    void answer.then(({ status }) => (status === lost ? connection.close() : idle.push(connection)));
    answers.push(answer);
    const early = ((i + 1) * 1000) / perSecond - (performance.now() - startedAt);
    if (early > 1) await delay(early);
  }
  const all = await Promise.all(answers);
  for (const connection of idle) connection.close();
  return all;
}

async function send(
  connection: Connection,
  request: string,
  read: (body: Buffer) => void = () => {},
): Promise<Answered> {
  const sentAt = performance.now();
  const answered = await connection.send(Buffer.from(request)).then(
    ({ status, body }) => {
      if (status === 200) read(body);
      return { status, isSuccess: body.includes('"success":true') };
    },
    () => ({ status: lost, isSuccess: false }),
  );
  return { ...answered, ms: performance.now() - sentAt };
}

process.once('disconnect', () => process.exit());
void main();
