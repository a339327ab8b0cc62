import type { DocumentNode } from 'graphql';
import type { OperationName } from '../../src/features';
import { type AdminAnswer, answered, fromPayload, viaGraphql, viaRest } from './admin-apis';
import * as documents from './admin-operations';
import type { Input, Token } from './apis';
import { operationNamed } from './declared-operations';
import { toCamelCase } from './field-names';

/** The document of an operation in `admin-operations.graphql`. Null if only the REST API has the operation. */
export function documentOf(operation: OperationName): DocumentNode | null {
  const name = `${operation.charAt(0).toUpperCase()}${operation.slice(1)}Document`;
  return (documents as unknown as Record<string, DocumentNode | undefined>)[name] ?? null;
}

export interface AdminCaller {
  name: string;
  call<Result = Record<string, unknown>>(
    url: string,
    operation: OperationName,
    input: Input,
    token: Token,
  ): Promise<AdminAnswer<Result>>;
}

const restCaller: AdminCaller = {
  name: 'REST',
  call: (url, operation, input, token) => {
    // The longest route has all fields: a field that the input does not have shortens the path.
    const [method = '', template = ''] = (operationNamed(operation).rest.at(-1) ?? '').split(' ');
    const rest: Input = { ...input };
    const path = template.replaceAll(/\/?\{(\w+)\}/g, (_, inPath: string) => {
      const name = toCamelCase(inPath);
      const value = rest[name];
      delete rest[name];
      return value === undefined ? '' : `/${encodeURIComponent(String(value))}`;
    });
    const hasBody = method !== 'GET' && Object.keys(rest).length > 0;
    return viaRest(url, method, path, token, hasBody ? { input: rest } : { query: rest });
  },
};

const graphqlCaller: AdminCaller = {
  name: 'GraphQL',
  call: <Result>(url: string, operation: OperationName, input: Input, token: Token) => {
    const { message, rest } = operationNamed(operation);
    const isQuery = rest[0]?.startsWith('GET ') ?? false;
    return viaGraphql<Record<string, unknown>, object, Result>(
      url,
      documentOf(operation) as Parameters<typeof viaGraphql<Record<string, unknown>, object, Result>>[1],
      isQuery ? input : { input: withEnums(input) },
      token,
      (data) => {
        const value = data[operation] as never;
        if (!value) return null;
        if (!isQuery) return fromPayload(value, (value as { result: Result | null }).result);
        return answered(message, value as Result);
      },
    );
  },
};

/** GraphQL has the values of enums in upper case. */
function withEnums({ locale, action, kind, ...input }: Input): Input {
  const inUpperCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
  return {
    ...input,
    ...(locale !== undefined && { locale: inUpperCase(locale) }),
    ...(action !== undefined && { action: inUpperCase(action) }),
    ...(kind !== undefined && { kind: inUpperCase(kind) }),
  };
}

export const adminCallers = [restCaller, graphqlCaller] as const;
