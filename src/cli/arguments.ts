import { type Command, InvalidArgumentError } from 'commander';
import { reason } from '../accounts/users/user.inputs';
import { parseEmailAddress } from '../platform/request/email-address';
import { isUuid } from '../platform/runtime/uuid';
import { UsageError } from './usage-error';

/** The options of a command that asks first. */
export const confirmed = (command: Command): Command =>
  command.option('--yes', 'do not ask for confirmation').option('--json', 'print JSON, for scripts');

/** Returns the id of a user, or an e-mail address in its canonical form. @throws InvalidArgumentError */
export function parsePerson(text: string): string {
  if (isUuid(text)) return text;
  const address = parseEmailAddress(text);
  if (!address)
    throw new InvalidArgumentError('It must be the id of a user or an e-mail address, such as ada@example.com.');
  return address.canonical;
}

/** Reads the value of `--reason`, with the rule of both APIs. @throws InvalidArgumentError */
export function parseReason(text: string): string {
  const { success, data, error } = reason.safeParse(text);
  if (!success) throw new InvalidArgumentError(`It ${error.issues[0]?.message}.`);
  return data;
}

/** Reads the value of `--limit`. @throws InvalidArgumentError */
export function parseCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1 || count > 100_000) {
    throw new InvalidArgumentError('It must be a whole number from 1 to 100000.');
  }
  return count;
}

/** The options of a command that changes whether something is used. */
export interface DisabledOptions {
  disable?: boolean;
  enable?: boolean;
}

/** Undefined if nothing changes. @throws UsageError */
export function disabledOf({ disable = false, enable = false }: DisabledOptions): boolean | undefined {
  if (disable && enable) throw new UsageError('use either --disable or --enable');
  return disable || enable ? disable : undefined;
}

/** @throws InvalidArgumentError, without the value */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new InvalidArgumentError('It must be JSON.');
  }
}

/** Collects `name=value`. @throws InvalidArgumentError, without the value */
export function parseField(text: string, before: Readonly<Record<string, string>> = {}): Record<string, string> {
  const [, name, value = ''] = /^([^=]+)=(.*)$/s.exec(text) ?? [];
  if (name === undefined) throw new InvalidArgumentError('It must be name=value.');
  return { ...before, [name]: value };
}

/** Returns what reads an id. @throws InvalidArgumentError, which says what it must be, and which command lists them */
const idFrom =
  (list: string, what = 'a UUID') =>
  (text: string): string => {
    if (!isUuid(text)) throw new InvalidArgumentError(`It must be ${what}. See: gatehouse ${list}`);
    return text.toLowerCase();
  };

export const parseSessionId = idFrom('users show', 'the id of a session, which is a UUID');
export const parseEndpointId = idFrom('webhooks list');
export const parseDeliveryId = idFrom('webhooks deliveries');
export const parseOrganizationId = idFrom('organizations list');
export const parseClientId = idFrom('clients list', 'the id of a client, which is a UUID');
