import type { DocumentNode } from 'graphql';
import type { AdminOperation } from '../../src/request/operation-names';
import { successMessages } from '../../src/request/success-messages';
import { type AdminAnswer, answered, fromPayload, viaGraphql, viaRest } from './admin-apis';
import {
  ActivityDocument,
  AuditEventsDocument,
  BulkUsersDocument,
  CreateUserDocument,
  DeleteUserDocument,
  DisableUserDocument,
  EnableUserDocument,
  EndSessionsDocument,
  ExplainDocument,
  FindingsDocument,
  ImpersonateDocument,
  MessagesDocument,
  ResetFactorsDocument,
  RetryMessageDocument,
  SendInvitationDocument,
  SendPasswordResetDocument,
  SetSuperAdminDocument,
  SigningKeysDocument,
  UpdateUserDocument,
  UserDocument,
  UsersDocument,
  VerifyEmailDocument,
} from './admin-operations';
import type { Input, Token } from './apis';

interface AdminCall {
  /** The method and the path. `{id}` is the field `id` of the input; the other fields are the body or the query. */
  rest: string;
  /** Null if only the REST API has the operation. */
  document: DocumentNode | null;
}

const user = '/admin/users/{id}';

/** How a client calls each operation. An operation that is missing here does not compile. */
export const adminCalls: Readonly<Record<AdminOperation, AdminCall>> = {
  users: { rest: 'GET /admin/users', document: UsersDocument },
  user: { rest: `GET ${user}`, document: UserDocument },
  createUser: { rest: 'POST /admin/users', document: CreateUserDocument },
  updateUser: { rest: `PATCH ${user}`, document: UpdateUserDocument },
  setSuperAdmin: { rest: `POST ${user}/super-admin`, document: SetSuperAdminDocument },
  disableUser: { rest: `POST ${user}/disable`, document: DisableUserDocument },
  enableUser: { rest: `POST ${user}/enable`, document: EnableUserDocument },
  deleteUser: { rest: `DELETE ${user}`, document: DeleteUserDocument },
  endSessions: { rest: 'DELETE /admin/users/{userId}/sessions/{sessionId}', document: EndSessionsDocument },
  sendPasswordReset: { rest: `POST ${user}/password-reset`, document: SendPasswordResetDocument },
  sendInvitation: { rest: `POST ${user}/invitation`, document: SendInvitationDocument },
  resetFactors: { rest: `POST ${user}/factors/reset`, document: ResetFactorsDocument },
  impersonate: { rest: 'POST /admin/users/{userId}/impersonate', document: ImpersonateDocument },
  verifyEmail: { rest: `POST ${user}/verify-email`, document: VerifyEmailDocument },
  auditEvents: { rest: 'GET /admin/audit', document: AuditEventsDocument },
  explain: { rest: 'GET /admin/requests/{requestId}', document: ExplainDocument },
  messages: { rest: 'GET /admin/messages', document: MessagesDocument },
  retryMessage: { rest: 'POST /admin/messages/{id}/retry', document: RetryMessageDocument },
  findings: { rest: 'GET /admin/findings', document: FindingsDocument },
  bulkUsers: { rest: 'POST /admin/users/bulk', document: BulkUsersDocument },
  signingKeys: { rest: 'GET /admin/keys', document: SigningKeysDocument },
  activity: { rest: 'GET /admin/activity', document: ActivityDocument },
  exportUsers: { rest: 'GET /admin/users.csv', document: null },
};

export interface AdminCaller {
  name: string;
  call<Result = Record<string, unknown>>(
    url: string,
    operation: AdminOperation,
    input: Input,
    token: Token,
  ): Promise<AdminAnswer<Result>>;
}

const restCaller: AdminCaller = {
  name: 'REST',
  call: (url, operation, input, token) => {
    const [method = '', template = ''] = adminCalls[operation].rest.split(' ');
    const rest: Input = { ...input };
    const path = template.replaceAll(/\/?\{(\w+)\}/g, (_, name: string) => {
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
  call: <Result>(url: string, operation: AdminOperation, input: Input, token: Token) => {
    const { rest, document } = adminCalls[operation];
    const isQuery = rest.startsWith('GET ');
    return viaGraphql<Record<string, unknown>, object, Result>(
      url,
      document as Parameters<typeof viaGraphql<Record<string, unknown>, object, Result>>[1],
      isQuery ? input : { input: withEnums(input) },
      token,
      (data) => {
        const value = data[operation] as never;
        if (!value) return null;
        if (!isQuery) return fromPayload(value, (value as { result: Result | null }).result);
        const msg = (successMessages as Record<string, string>)[operation] ?? '';
        return answered(msg, value as Result);
      },
    );
  },
};

/** GraphQL has the values of enums in upper case. */
function withEnums({ locale, action, ...input }: Input): Input {
  const inUpperCase = (value: unknown) => (typeof value === 'string' ? value.toUpperCase() : value);
  return {
    ...input,
    ...(locale !== undefined && { locale: inUpperCase(locale) }),
    ...(action !== undefined && { action: inUpperCase(action) }),
  };
}

export const adminCallers = [restCaller, graphqlCaller] as const;
