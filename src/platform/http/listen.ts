import { once } from 'node:events';
import { createServer, type Server } from 'node:net';

interface Address {
  host: string;
  port: number;
  backlog?: number;
}

/** The reason and the advice for each error code of the system. */
const reasons: Readonly<Record<string, (setting: string) => string>> = {
  EADDRINUSE: (setting) => `another process uses it. Stop that process, or set ${setting}PORT to another port`,
  EACCES: (setting) => `this user may not open it. Set ${setting}PORT to 1024 or higher`,
  EADDRNOTAVAIL: (setting) => `this machine does not have that address. Correct ${setting}HOST`,
  ENOTFOUND: (setting) => `this host name does not exist. Correct ${setting}HOST`,
};

/**
 * Opens an address and closes it again, so that a start can find a taken port before it does anything expensive.
 * @throws like `listen`
 */
export async function tryAddress(address: Address, setting: '' | 'METRICS_'): Promise<void> {
  const server = createServer();
  await listen(server, address, setting);
  await new Promise((resolve) => server.close(resolve));
}

/**
 * Waits until the server accepts connections. `setting` is the prefix of the settings HOST and PORT of the address.
 * @throws Error with the reason and the advice if the address cannot be used
 */
export async function listen(server: Server, address: Address, setting: '' | 'METRICS_'): Promise<void> {
  server.listen(address);
  await once(server, 'listening').catch((error: unknown) => {
    const { code = 'unknown error', message } = error as NodeJS.ErrnoException;
    const reason = reasons[code]?.(setting) ?? message;
    const { host, port } = address;
    throw new Error(`${setting}PORT ${port} on ${setting}HOST ${host} cannot be opened (${code}): ${reason}`);
  });
}
