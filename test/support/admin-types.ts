export type Maybe<T> = T | null;
export type InputMaybe<T> = Maybe<T>;
/** All built-in and custom scalars, mapped to their actual values */
export type Scalars = {
  ID: { input: string; output: string; }
  String: { input: string; output: string; }
  Boolean: { input: boolean; output: boolean; }
  Int: { input: number; output: number; }
  Float: { input: number; output: number; }
  DateTime: { input: string; output: string; }
  JSONObject: { input: Record<string, unknown>; output: Record<string, unknown>; }
};

export type AccountFigures = {
  active: Scalars['Int']['output'];
  countedTs: Scalars['DateTime']['output'];
  passkey: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
  twoStep: Scalars['Int']['output'];
  verified: Scalars['Int']['output'];
};

export type ActivityHour = {
  failedLogins: Scalars['Int']['output'];
  hasMore: Scalars['Boolean']['output'];
  limited: Scalars['Int']['output'];
  logins: Scalars['Int']['output'];
  registrations: Scalars['Int']['output'];
  startTs: Scalars['DateTime']['output'];
};

export type AdminCreateOrganizationInput = {
  name: Scalars['String']['input'];
  owner?: InputMaybe<Scalars['String']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};

export type AdminDeleteOrganizationInput = {
  id: Scalars['ID']['input'];
};

export type AdminDeleteOrganizationPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type AdminOrganization = {
  claims: Scalars['JSONObject']['output'];
  createdTs: Scalars['DateTime']['output'];
  disabledTs: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  memberCount: Scalars['Int']['output'];
  name: Scalars['String']['output'];
  slug: Scalars['String']['output'];
};

export type AdminOrganizationConnection = {
  nodes: Array<AdminOrganization>;
  pageInfo: PageInfo;
};

export type AdminOrganizationPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<AdminOrganization>;
  success: Scalars['Boolean']['output'];
};

export type AdminSession = {
  actorId: Maybe<Scalars['ID']['output']>;
  clientName: Maybe<Scalars['String']['output']>;
  createdTs: Scalars['DateTime']['output'];
  expiresTs: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  ip: Maybe<Scalars['String']['output']>;
  lastUsedTs: Scalars['DateTime']['output'];
  userAgent: Maybe<Scalars['String']['output']>;
};

export type AdminSetMemberInput = {
  organizationId: Scalars['ID']['input'];
  roles: Array<Scalars['String']['input']>;
  userId: Scalars['ID']['input'];
};

export type AdminSetMemberPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type AdminUpdateOrganizationInput = {
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['ID']['input'];
  name?: InputMaybe<Scalars['String']['input']>;
};

export type AdminUser = {
  apiKeys: Maybe<Array<ApiKey>>;
  claims: Scalars['JSONObject']['output'];
  company: Maybe<Scalars['String']['output']>;
  companyIdNumber: Maybe<Scalars['String']['output']>;
  companyIdUrl: Maybe<Scalars['String']['output']>;
  createdTs: Scalars['DateTime']['output'];
  deletionDueTs: Maybe<Scalars['DateTime']['output']>;
  disabled: Scalars['Boolean']['output'];
  email: Scalars['String']['output'];
  emailVerified: Scalars['Boolean']['output'];
  factors: Array<Scalars['String']['output']>;
  firstName: Scalars['String']['output'];
  hasPassword: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  identities: Maybe<Array<Identity>>;
  isSuperAdmin: Scalars['Boolean']['output'];
  lastLoginTs: Maybe<Scalars['DateTime']['output']>;
  lastName: Scalars['String']['output'];
  locale: Maybe<Scalars['String']['output']>;
  memberships: Maybe<Array<Membership>>;
  providers: Array<Scalars['String']['output']>;
  roles: Array<Scalars['String']['output']>;
  sessionCount: Maybe<Scalars['Int']['output']>;
  sessions: Maybe<Array<AdminSession>>;
  signIn: Maybe<SignInCheck>;
  tel: Maybe<Scalars['String']['output']>;
  telVerified: Scalars['Boolean']['output'];
  twoStep: Scalars['Boolean']['output'];
  updatedTs: Maybe<Scalars['DateTime']['output']>;
};

export type ApiKey = {
  createdTs: Scalars['DateTime']['output'];
  expiresTs: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  lastCharacters: Scalars['String']['output'];
  lastUsedIp: Maybe<Scalars['String']['output']>;
  lastUsedTs: Maybe<Scalars['DateTime']['output']>;
  name: Scalars['String']['output'];
  organization: Maybe<OrganizationSummary>;
  resource: Maybe<Scalars['String']['output']>;
  roles: Array<Scalars['String']['output']>;
  scopes: Array<Scalars['String']['output']>;
};

export type AuditClient = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
};

export type AuditConnection = {
  nodes: Array<AuditEvent>;
  pageInfo: PageInfo;
};

export type AuditEvent = {
  accountKey: Maybe<Scalars['String']['output']>;
  action: Scalars['String']['output'];
  actor: Maybe<AuditPerson>;
  actorClient: Maybe<AuditClient>;
  actorId: Maybe<Scalars['String']['output']>;
  count: Scalars['Int']['output'];
  details: Scalars['JSONObject']['output'];
  firstTs: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  ip: Maybe<Scalars['String']['output']>;
  lastTs: Scalars['DateTime']['output'];
  network: Maybe<Scalars['String']['output']>;
  outcome: Scalars['String']['output'];
  requestIds: Array<Scalars['String']['output']>;
  sessionId: Maybe<Scalars['String']['output']>;
  user: Maybe<AuditPerson>;
  userAgent: Maybe<Scalars['String']['output']>;
  userId: Maybe<Scalars['String']['output']>;
};

export type AuditFilter = {
  action?: InputMaybe<Scalars['String']['input']>;
  actor?: InputMaybe<Scalars['String']['input']>;
  network?: InputMaybe<Scalars['String']['input']>;
  organizationId?: InputMaybe<Scalars['ID']['input']>;
  outcome?: InputMaybe<Scalars['String']['input']>;
  reads?: InputMaybe<Scalars['Boolean']['input']>;
  since?: InputMaybe<Scalars['DateTime']['input']>;
  until?: InputMaybe<Scalars['DateTime']['input']>;
  user?: InputMaybe<Scalars['String']['input']>;
};

export type AuditPerson = {
  email: Scalars['String']['output'];
  firstName: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  lastName: Scalars['String']['output'];
};

export type BulkAction =
  | 'DELETE'
  | 'DISABLE'
  | 'ENABLE'
  | 'END_SESSIONS'
  | 'SEND_RESET';

export type BulkItem = {
  code: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type BulkResult = {
  isComplete: Scalars['Boolean']['output'];
  results: Array<BulkItem>;
};

export type BulkUsersInput = {
  action: BulkAction;
  ids: Array<Scalars['ID']['input']>;
  notify?: InputMaybe<Scalars['Boolean']['input']>;
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type BulkUsersPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<BulkResult>;
  success: Scalars['Boolean']['output'];
};

export type Challenge = {
  action: Maybe<Scalars['String']['output']>;
  bits: Maybe<Scalars['Int']['output']>;
  expiresIn: Maybe<Scalars['Int']['output']>;
  id: Maybe<Scalars['String']['output']>;
  kind: ChallengeKind;
  salt: Maybe<Scalars['String']['output']>;
  siteKey: Maybe<Scalars['String']['output']>;
};

export type ChallengeKind =
  | 'PUZZLE'
  | 'SITE';

export type CreateOauthClientInput = {
  audience?: InputMaybe<Scalars['String']['input']>;
  backchannelLogoutUri?: InputMaybe<Scalars['String']['input']>;
  deviceGrant?: InputMaybe<Scalars['Boolean']['input']>;
  firstParty?: InputMaybe<Scalars['Boolean']['input']>;
  idTokenAlg?: InputMaybe<OauthIdTokenAlg>;
  kind: OauthClientKind;
  logoUri?: InputMaybe<Scalars['String']['input']>;
  name: Scalars['String']['input'];
  pkceRequired?: InputMaybe<Scalars['Boolean']['input']>;
  policyUri?: InputMaybe<Scalars['String']['input']>;
  postLogoutRedirectUris?: InputMaybe<Array<Scalars['String']['input']>>;
  redirectUris?: InputMaybe<Array<Scalars['String']['input']>>;
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
  tosUri?: InputMaybe<Scalars['String']['input']>;
};

export type CreateUserInput = {
  email: Scalars['String']['input'];
  firstName?: InputMaybe<Scalars['String']['input']>;
  lastName?: InputMaybe<Scalars['String']['input']>;
  locale?: InputMaybe<Locale>;
  mailed?: InputMaybe<Scalars['Boolean']['input']>;
  roles?: InputMaybe<Array<Scalars['String']['input']>>;
};

export type CreateUserPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<CreateUserResult>;
  success: Scalars['Boolean']['output'];
};

export type CreateUserResult = {
  expiresTs: Scalars['DateTime']['output'];
  link: Maybe<Scalars['String']['output']>;
  user: AdminUser;
};

export type CreateWebhookEndpointInput = {
  types: Array<Scalars['String']['input']>;
  url: Scalars['String']['input'];
};

export type DeleteOauthClientPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<DeleteOauthClientResult>;
  success: Scalars['Boolean']['output'];
};

export type DeleteOauthClientResult = {
  sessionsEnded: Scalars['Int']['output'];
};

export type DeleteUserApiKeyInput = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  userId: Scalars['ID']['input'];
};

export type DeleteUserInput = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type DeleteUserPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<DeleteUserResult>;
  success: Scalars['Boolean']['output'];
};

export type DeleteUserResult = {
  deletionDueTs: Scalars['DateTime']['output'];
};

export type DeleteWebhookEndpointPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type DisableUserInput = {
  id: Scalars['ID']['input'];
  notify?: InputMaybe<Scalars['Boolean']['input']>;
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type EndSessionsInput = {
  sessionId?: InputMaybe<Scalars['ID']['input']>;
  userId: Scalars['ID']['input'];
};

export type EndSessionsPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<EndSessionsResult>;
  success: Scalars['Boolean']['output'];
};

export type EndSessionsResult = {
  ended: Scalars['Int']['output'];
};

export type Envelope = {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type ErrorCode =
  | 'ACCOUNT_DISABLED'
  | 'CHALLENGE_REQUIRED'
  | 'CONFLICT'
  | 'CURSOR_EXPIRED'
  | 'EMAIL_NOT_VERIFIED'
  | 'EMAIL_TAKEN'
  | 'FORBIDDEN'
  | 'INTERNAL'
  | 'INVALID_CREDENTIALS'
  | 'INVALID_TOKEN'
  | 'LINK_REQUIRED'
  | 'MALFORMED_REQUEST'
  | 'METHOD_NOT_ALLOWED'
  | 'MFA_REQUIRED'
  | 'NOT_FOUND'
  | 'PAYLOAD_TOO_LARGE'
  | 'PROVIDER_REJECTED'
  | 'RATE_LIMITED'
  | 'SERVICE_UNAVAILABLE'
  | 'STEP_UP_REQUIRED'
  | 'UNAUTHENTICATED'
  | 'UNSUPPORTED_MEDIA_TYPE'
  | 'VALIDATION_FAILED';

export type Explanation = {
  advice: Maybe<Scalars['String']['output']>;
  cause: Scalars['String']['output'];
  events: Array<AuditEvent>;
  hasMore: Scalars['Boolean']['output'];
  lines: Array<Scalars['String']['output']>;
  requestId: Scalars['String']['output'];
};

export type FieldProblem = {
  field: Scalars['String']['output'];
  msg: Scalars['String']['output'];
};

export type FigureBar = {
  newAccounts: Scalars['Int']['output'];
  rejected: Array<LabelCount>;
  signIns: Array<LabelCount>;
  startTs: Scalars['DateTime']['output'];
};

export type Figures = {
  accounts: Maybe<AccountFigures>;
  bars: Array<FigureBar>;
  countedTs: Maybe<Scalars['DateTime']['output']>;
  range: Scalars['String']['output'];
  sinceTs: Maybe<Scalars['DateTime']['output']>;
};

export type Finding = {
  check: Scalars['String']['output'];
  says: Scalars['String']['output'];
  verdict: Verdict;
};

export type Identity = {
  createdTs: Scalars['DateTime']['output'];
  email: Maybe<Scalars['String']['output']>;
  id: Scalars['ID']['output'];
  lastUsedTs: Maybe<Scalars['DateTime']['output']>;
  provider: Scalars['String']['output'];
};

export type ImpersonateInput = {
  reason: Scalars['String']['input'];
  userId: Scalars['ID']['input'];
};

export type ImpersonatePayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<ImpersonateResult>;
  success: Scalars['Boolean']['output'];
};

export type ImpersonateResult = {
  expiresIn: Scalars['Int']['output'];
  jwt: Scalars['String']['output'];
  sessionExpiresTs: Scalars['DateTime']['output'];
  sessionId: Scalars['ID']['output'];
  user: User;
};

export type ImportUsersInput = {
  content: Scalars['String']['input'];
  dryRun?: InputMaybe<Scalars['Boolean']['input']>;
  missingName?: InputMaybe<Scalars['String']['input']>;
};

export type ImportUsersPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<ImportUsersResult>;
  success: Scalars['Boolean']['output'];
};

export type ImportUsersResult = {
  alreadyThere: Scalars['Int']['output'];
  conflicts: Scalars['Int']['output'];
  imported: Scalars['Int']['output'];
  leftOut: Array<LeftOutLine>;
  rejected: Scalars['Int']['output'];
  total: Scalars['Int']['output'];
};

export type LabelCount = {
  count: Scalars['Int']['output'];
  label: Scalars['String']['output'];
};

export type LeftOutLine = {
  errors: Array<FieldProblem>;
  line: Scalars['Int']['output'];
  outcome: LeftOutOutcome;
  record: Maybe<Scalars['Int']['output']>;
};

export type LeftOutOutcome =
  | 'CONFLICT'
  | 'REJECTED';

export type LiftLimitsInput = {
  id: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
};

export type Locale =
  | 'DE'
  | 'EN'
  | 'ES'
  | 'FR';

export type Member = {
  createdTs: Scalars['DateTime']['output'];
  email: Maybe<Scalars['String']['output']>;
  firstName: Scalars['String']['output'];
  lastName: Scalars['String']['output'];
  roles: Array<Scalars['String']['output']>;
  userId: Scalars['ID']['output'];
};

export type MemberConnection = {
  edges: Array<MemberEdge>;
  pageInfo: PageInfo;
};

export type MemberEdge = {
  cursor: Scalars['String']['output'];
  node: Member;
};

export type Membership = {
  createdTs: Scalars['DateTime']['output'];
  organization: OrganizationSummary;
  roles: Array<Scalars['String']['output']>;
};

export type Message = {
  attempts: Scalars['Int']['output'];
  channel: MessageChannel;
  createdTs: Scalars['DateTime']['output'];
  dueTs: Maybe<Scalars['DateTime']['output']>;
  endedTs: Maybe<Scalars['DateTime']['output']>;
  expiresTs: Scalars['DateTime']['output'];
  id: Scalars['ID']['output'];
  locale: Scalars['String']['output'];
  problem: Maybe<Scalars['String']['output']>;
  recipient: Scalars['String']['output'];
  state: MessageState;
  template: Scalars['String']['output'];
  userId: Maybe<Scalars['String']['output']>;
};

export type MessageChannel =
  | 'EMAIL'
  | 'SMS';

export type MessageConnection = {
  nodes: Array<Message>;
  pageInfo: PageInfo;
};

export type MessageState =
  | 'FAILED'
  | 'WAITING';

export type Mutation = {
  adminCreateOrganization: Maybe<AdminOrganizationPayload>;
  adminDeleteOrganization: Maybe<AdminDeleteOrganizationPayload>;
  adminSetMember: Maybe<AdminSetMemberPayload>;
  adminUpdateOrganization: Maybe<AdminOrganizationPayload>;
  bulkUsers: Maybe<BulkUsersPayload>;
  createOauthClient: Maybe<OauthClientSecretPayload>;
  createUser: Maybe<CreateUserPayload>;
  createWebhookEndpoint: Maybe<WebhookSecretPayload>;
  deleteOauthClient: Maybe<DeleteOauthClientPayload>;
  deleteUser: Maybe<DeleteUserPayload>;
  deleteUserApiKey: Maybe<UserPayload>;
  deleteWebhookEndpoint: Maybe<DeleteWebhookEndpointPayload>;
  disableUser: Maybe<UserPayload>;
  enableUser: Maybe<UserPayload>;
  endSessions: Maybe<EndSessionsPayload>;
  impersonate: Maybe<ImpersonatePayload>;
  importUsers: Maybe<ImportUsersPayload>;
  liftLimits: Maybe<UserPayload>;
  removeIdentity: Maybe<UserPayload>;
  resetFactors: Maybe<UserPayload>;
  resumeTelCountry: Maybe<ResumeTelCountryPayload>;
  retryMessage: Maybe<RetryMessagePayload>;
  retryWebhookDelivery: Maybe<WebhookDeliveryPayload>;
  rotateOauthClientSecret: Maybe<OauthClientSecretPayload>;
  rotateWebhookSecret: Maybe<WebhookSecretPayload>;
  sendInvitation: Maybe<UserPayload>;
  sendPasswordReset: Maybe<UserPayload>;
  setSuperAdmin: Maybe<UserPayload>;
  testWebhook: Maybe<WebhookDeliveryPayload>;
  updateOauthClient: Maybe<OauthClientPayload>;
  updateUser: Maybe<UserPayload>;
  updateWebhookEndpoint: Maybe<WebhookEndpointPayload>;
  verifyEmail: Maybe<UserPayload>;
};


export type MutationAdminCreateOrganizationArgs = {
  input: AdminCreateOrganizationInput;
};


export type MutationAdminDeleteOrganizationArgs = {
  input: AdminDeleteOrganizationInput;
};


export type MutationAdminSetMemberArgs = {
  input: AdminSetMemberInput;
};


export type MutationAdminUpdateOrganizationArgs = {
  input: AdminUpdateOrganizationInput;
};


export type MutationBulkUsersArgs = {
  input: BulkUsersInput;
};


export type MutationCreateOauthClientArgs = {
  input: CreateOauthClientInput;
};


export type MutationCreateUserArgs = {
  input: CreateUserInput;
};


export type MutationCreateWebhookEndpointArgs = {
  input: CreateWebhookEndpointInput;
};


export type MutationDeleteOauthClientArgs = {
  input: OauthClientIdInput;
};


export type MutationDeleteUserArgs = {
  input: DeleteUserInput;
};


export type MutationDeleteUserApiKeyArgs = {
  input: DeleteUserApiKeyInput;
};


export type MutationDeleteWebhookEndpointArgs = {
  input: WebhookEndpointIdInput;
};


export type MutationDisableUserArgs = {
  input: DisableUserInput;
};


export type MutationEnableUserArgs = {
  input: UserIdInput;
};


export type MutationEndSessionsArgs = {
  input: EndSessionsInput;
};


export type MutationImpersonateArgs = {
  input: ImpersonateInput;
};


export type MutationImportUsersArgs = {
  input: ImportUsersInput;
};


export type MutationLiftLimitsArgs = {
  input: LiftLimitsInput;
};


export type MutationRemoveIdentityArgs = {
  input: RemoveIdentityInput;
};


export type MutationResetFactorsArgs = {
  input: UserIdInput;
};


export type MutationResumeTelCountryArgs = {
  input: ResumeTelCountryInput;
};


export type MutationRetryMessageArgs = {
  input: RetryMessageInput;
};


export type MutationRetryWebhookDeliveryArgs = {
  input: RetryWebhookDeliveryInput;
};


export type MutationRotateOauthClientSecretArgs = {
  input: RotateOauthClientSecretInput;
};


export type MutationRotateWebhookSecretArgs = {
  input: RotateWebhookSecretInput;
};


export type MutationSendInvitationArgs = {
  input: UserIdInput;
};


export type MutationSendPasswordResetArgs = {
  input: UserIdInput;
};


export type MutationSetSuperAdminArgs = {
  input: SetSuperAdminInput;
};


export type MutationTestWebhookArgs = {
  input: TestWebhookInput;
};


export type MutationUpdateOauthClientArgs = {
  input: UpdateOauthClientInput;
};


export type MutationUpdateUserArgs = {
  input: UpdateUserInput;
};


export type MutationUpdateWebhookEndpointArgs = {
  input: UpdateWebhookEndpointInput;
};


export type MutationVerifyEmailArgs = {
  input: UserIdInput;
};

export type OauthClient = {
  audience: Maybe<Scalars['String']['output']>;
  backchannelLogoutUri: Maybe<Scalars['String']['output']>;
  createdTs: Scalars['DateTime']['output'];
  deviceGrant: Scalars['Boolean']['output'];
  disabledTs: Maybe<Scalars['DateTime']['output']>;
  firstParty: Scalars['Boolean']['output'];
  id: Scalars['ID']['output'];
  idTokenAlg: OauthIdTokenAlg;
  kind: OauthClientKind;
  logoUri: Maybe<Scalars['String']['output']>;
  metadataTs: Maybe<Scalars['DateTime']['output']>;
  metadataUrl: Maybe<Scalars['String']['output']>;
  name: Scalars['String']['output'];
  pkceRequired: Scalars['Boolean']['output'];
  policyUri: Maybe<Scalars['String']['output']>;
  postLogoutRedirectUris: Array<Scalars['String']['output']>;
  previousUntilTs: Maybe<Scalars['DateTime']['output']>;
  redirectUris: Array<Scalars['String']['output']>;
  scopes: Array<Scalars['String']['output']>;
  secretTs: Maybe<Scalars['DateTime']['output']>;
  tosUri: Maybe<Scalars['String']['output']>;
};

export type OauthClientIdInput = {
  id: Scalars['String']['input'];
};

export type OauthClientKind =
  | 'PUBLIC'
  | 'SERVICE'
  | 'WEB';

export type OauthClientPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<OauthClient>;
  success: Scalars['Boolean']['output'];
};

export type OauthClientSecretPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<OauthClientSecretResult>;
  success: Scalars['Boolean']['output'];
};

export type OauthClientSecretResult = {
  client: OauthClient;
  clientSecret: Maybe<Scalars['String']['output']>;
};

export type OauthIdTokenAlg =
  | 'ES256'
  | 'RS256';

export type OrganizationFilter = {
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  slug?: InputMaybe<Scalars['String']['input']>;
};

export type OrganizationSummary = {
  id: Scalars['ID']['output'];
  name: Scalars['String']['output'];
  slug: Scalars['String']['output'];
};

export type PageInfo = {
  endCursor: Maybe<Scalars['String']['output']>;
  hasNextPage: Scalars['Boolean']['output'];
  hasPreviousPage: Scalars['Boolean']['output'];
  startCursor: Maybe<Scalars['String']['output']>;
};

export type Problem = {
  attemptsLeft: Maybe<Scalars['Int']['output']>;
  challenge: Maybe<Challenge>;
  code: ErrorCode;
  fields: Array<FieldProblem>;
  limit: Maybe<RateLimit>;
  retryAfter: Maybe<Scalars['Int']['output']>;
  sessionEnd: Maybe<SessionEnd>;
};

export type Query = {
  activity: Maybe<Array<ActivityHour>>;
  adminOrganization: Maybe<AdminOrganization>;
  adminOrganizationMembers: Maybe<MemberConnection>;
  adminOrganizations: Maybe<AdminOrganizationConnection>;
  auditEvents: Maybe<AuditConnection>;
  explain: Maybe<Explanation>;
  figures: Maybe<Figures>;
  findings: Maybe<Array<Finding>>;
  messages: Maybe<MessageConnection>;
  oauthClient: Maybe<OauthClient>;
  oauthClients: Maybe<Array<OauthClient>>;
  signingKeys: Maybe<Array<SigningKey>>;
  telCountries: Maybe<Array<TelCountry>>;
  user: Maybe<AdminUser>;
  users: Maybe<UserConnection>;
  webhookDeliveries: Maybe<WebhookDeliveryConnection>;
  webhookEndpoint: Maybe<WebhookEndpoint>;
  webhookEndpoints: Maybe<Array<WebhookEndpoint>>;
};


export type QueryAdminOrganizationArgs = {
  id: Scalars['ID']['input'];
};


export type QueryAdminOrganizationMembersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['ID']['input'];
};


export type QueryAdminOrganizationsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<OrganizationFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryAuditEventsArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<AuditFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
};


export type QueryExplainArgs = {
  requestId: Scalars['String']['input'];
};


export type QueryFiguresArgs = {
  range?: InputMaybe<Scalars['String']['input']>;
};


export type QueryMessagesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  state?: InputMaybe<MessageState>;
};


export type QueryOauthClientArgs = {
  id: Scalars['String']['input'];
};


export type QueryUserArgs = {
  email?: InputMaybe<Scalars['String']['input']>;
  id?: InputMaybe<Scalars['ID']['input']>;
};


export type QueryUsersArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  before?: InputMaybe<Scalars['String']['input']>;
  filter?: InputMaybe<UserFilter>;
  first?: InputMaybe<Scalars['Int']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  sort?: InputMaybe<UserSort>;
};


export type QueryWebhookDeliveriesArgs = {
  after?: InputMaybe<Scalars['String']['input']>;
  first?: InputMaybe<Scalars['Int']['input']>;
  id: Scalars['String']['input'];
};


export type QueryWebhookEndpointArgs = {
  id: Scalars['String']['input'];
};

export type RateLimit =
  | 'ADMIN'
  | 'AUTHORIZE_NETWORK'
  | 'CHANGE_ACCOUNT'
  | 'CLIENT_FAILURES'
  | 'CLIENT_METADATA_NETWORK'
  | 'CLIENT_NETWORK'
  | 'CODE_GLOBAL'
  | 'CODE_NETWORK'
  | 'DEVICE_CODE'
  | 'DEVICE_NETWORK'
  | 'ENTITIES_NETWORK'
  | 'GLOBAL'
  | 'INVITATION_ACCOUNT'
  | 'INVITATION_ORGANIZATION'
  | 'KEY_NETWORK'
  | 'LOGIN_ACCOUNT'
  | 'LOGIN_FAILURES'
  | 'LOGIN_NETWORK'
  | 'MAIL_ADDRESS'
  | 'MAIL_ADDRESS_PAUSE'
  | 'MAIL_GLOBAL'
  | 'MAIL_NETWORK'
  | 'MFA_ACCOUNT'
  | 'MFA_FAILURES'
  | 'PASSWORDLESS_NETWORK'
  | 'PROVIDER_NETWORK'
  | 'REFRESH_NETWORK'
  | 'REGISTER_NETWORK'
  | 'RESET_NETWORK'
  | 'TEL_ACCOUNT'
  | 'TEL_NETWORK'
  | 'TEL_NUMBER'
  | 'TEL_NUMBER_PAUSE'
  | 'TEL_PREFIX'
  | 'TOKEN_NETWORK';

export type ReachedLimit = {
  limit: RateLimit;
  network: Maybe<Scalars['String']['output']>;
  untilTs: Scalars['DateTime']['output'];
};

export type RemoveIdentityInput = {
  identityId: Scalars['ID']['input'];
  reason?: InputMaybe<Scalars['String']['input']>;
  userId: Scalars['ID']['input'];
};

export type ResumeTelCountryInput = {
  country: Scalars['String']['input'];
};

export type ResumeTelCountryPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  success: Scalars['Boolean']['output'];
};

export type RetryMessageInput = {
  id: Scalars['String']['input'];
};

export type RetryMessagePayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<Message>;
  success: Scalars['Boolean']['output'];
};

export type RetryWebhookDeliveryInput = {
  id: Scalars['String']['input'];
};

export type RotateOauthClientSecretInput = {
  atOnce?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['String']['input'];
};

export type RotateWebhookSecretInput = {
  atOnce?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['String']['input'];
};

export type SessionEnd =
  | 'ACCOUNT_DELETED'
  | 'APP_DISCONNECTED'
  | 'CLIENT_CHANGED'
  | 'CLIENT_DISABLED'
  | 'CODE_REUSE'
  | 'EMAIL_CHANGED'
  | 'EMAIL_CHANGED_BY_OPERATOR'
  | 'EMAIL_CHANGE_UNDONE'
  | 'EMAIL_VERIFIED'
  | 'ENDED_BY_OPERATOR'
  | 'EXPIRED'
  | 'FACTORS_CHANGED'
  | 'IDENTITIES_CHANGED'
  | 'IMPERSONATION_ENDED'
  | 'LOGOUT'
  | 'PASSWORD_CHANGED'
  | 'PASSWORD_RESET'
  | 'REFRESH_TOKEN_REUSE'
  | 'RESTORED'
  | 'REVOKED_BY_CLIENT'
  | 'REVOKED_BY_USER'
  | 'TOO_MANY_SESSIONS'
  | 'USER_DISABLED';

export type SetSuperAdminInput = {
  id: Scalars['ID']['input'];
  superAdmin: Scalars['Boolean']['input'];
};

export type SignInCheck = {
  blockers: Array<Scalars['String']['output']>;
  lastFailure: Maybe<SignInFailure>;
  limits: Array<ReachedLimit>;
  methods: Array<Scalars['String']['output']>;
  possible: Scalars['Boolean']['output'];
  secondFactor: Scalars['String']['output'];
};

export type SignInFailure = {
  cause: Scalars['String']['output'];
  count: Scalars['Int']['output'];
  ts: Scalars['DateTime']['output'];
};

export type SigningKey = {
  alg: Scalars['String']['output'];
  createdTs: Scalars['DateTime']['output'];
  kid: Scalars['String']['output'];
  retiredTs: Maybe<Scalars['DateTime']['output']>;
  signsFromTs: Scalars['DateTime']['output'];
  state: SigningKeyState;
};

export type SigningKeyState =
  | 'EXPIRED'
  | 'PENDING'
  | 'REVOKED'
  | 'SIGNING'
  | 'VERIFYING';

export type TelCountry = {
  confirmed: Scalars['Int']['output'];
  country: Scalars['String']['output'];
  pausedUntilTs: Maybe<Scalars['DateTime']['output']>;
  sent: Scalars['Int']['output'];
};

export type TestWebhookInput = {
  id: Scalars['String']['input'];
  type?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateOauthClientInput = {
  audience?: InputMaybe<Scalars['String']['input']>;
  backchannelLogoutUri?: InputMaybe<Scalars['String']['input']>;
  deviceGrant?: InputMaybe<Scalars['Boolean']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  firstParty?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['String']['input'];
  idTokenAlg?: InputMaybe<OauthIdTokenAlg>;
  logoUri?: InputMaybe<Scalars['String']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  pkceRequired?: InputMaybe<Scalars['Boolean']['input']>;
  policyUri?: InputMaybe<Scalars['String']['input']>;
  postLogoutRedirectUris?: InputMaybe<Array<Scalars['String']['input']>>;
  redirectUris?: InputMaybe<Array<Scalars['String']['input']>>;
  scopes?: InputMaybe<Array<Scalars['String']['input']>>;
  tosUri?: InputMaybe<Scalars['String']['input']>;
};

export type UpdateUserInput = {
  claims?: InputMaybe<Scalars['JSONObject']['input']>;
  company?: InputMaybe<Scalars['String']['input']>;
  companyIdNumber?: InputMaybe<Scalars['String']['input']>;
  companyIdUrl?: InputMaybe<Scalars['String']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  emailVerified?: InputMaybe<Scalars['Boolean']['input']>;
  firstName?: InputMaybe<Scalars['String']['input']>;
  id: Scalars['ID']['input'];
  lastName?: InputMaybe<Scalars['String']['input']>;
  locale?: InputMaybe<Locale>;
  reason?: InputMaybe<Scalars['String']['input']>;
  roles?: InputMaybe<Array<Scalars['String']['input']>>;
  tel?: InputMaybe<Scalars['String']['input']>;
  telVerified?: InputMaybe<Scalars['Boolean']['input']>;
};

export type UpdateWebhookEndpointInput = {
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  id: Scalars['String']['input'];
  types?: InputMaybe<Array<Scalars['String']['input']>>;
  url?: InputMaybe<Scalars['String']['input']>;
};

export type User = {
  company: Maybe<Scalars['String']['output']>;
  companyIdNumber: Maybe<Scalars['String']['output']>;
  companyIdUrl: Maybe<Scalars['String']['output']>;
  createdTs: Scalars['DateTime']['output'];
  disabled: Scalars['Boolean']['output'];
  email: Scalars['String']['output'];
  emailVerified: Scalars['Boolean']['output'];
  firstName: Scalars['String']['output'];
  id: Scalars['ID']['output'];
  isSuperAdmin: Scalars['Boolean']['output'];
  lastLoginTs: Maybe<Scalars['DateTime']['output']>;
  lastName: Scalars['String']['output'];
  roles: Array<Scalars['String']['output']>;
  tel: Maybe<Scalars['String']['output']>;
  telVerified: Scalars['Boolean']['output'];
  updatedTs: Maybe<Scalars['DateTime']['output']>;
};

export type UserConnection = {
  estimatedTotal: Maybe<Scalars['Int']['output']>;
  nodes: Array<AdminUser>;
  pageInfo: PageInfo;
};

export type UserFilter = {
  contains?: InputMaybe<Scalars['String']['input']>;
  createdAfter?: InputMaybe<Scalars['DateTime']['input']>;
  createdBefore?: InputMaybe<Scalars['DateTime']['input']>;
  disabled?: InputMaybe<Scalars['Boolean']['input']>;
  email?: InputMaybe<Scalars['String']['input']>;
  emailVerified?: InputMaybe<Scalars['Boolean']['input']>;
  last?: InputMaybe<Scalars['Int']['input']>;
  name?: InputMaybe<Scalars['String']['input']>;
  superAdmin?: InputMaybe<Scalars['Boolean']['input']>;
  text?: InputMaybe<Scalars['String']['input']>;
};

export type UserIdInput = {
  id: Scalars['ID']['input'];
};

export type UserPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<AdminUser>;
  success: Scalars['Boolean']['output'];
};

export type UserSort =
  | 'EMAIL'
  | 'NEWEST'
  | 'OLDEST';

export type Verdict =
  | 'FAILURE'
  | 'OK'
  | 'SKIPPED'
  | 'WARNING';

export type WebhookDelivery = {
  answer: Maybe<Scalars['String']['output']>;
  attempts: Scalars['Int']['output'];
  body: Scalars['String']['output'];
  createdTs: Scalars['DateTime']['output'];
  data: Scalars['JSONObject']['output'];
  dueTs: Maybe<Scalars['DateTime']['output']>;
  durationMs: Maybe<Scalars['Int']['output']>;
  endedTs: Maybe<Scalars['DateTime']['output']>;
  endpointId: Scalars['ID']['output'];
  id: Scalars['ID']['output'];
  isTest: Scalars['Boolean']['output'];
  problem: Maybe<Scalars['String']['output']>;
  status: Maybe<Scalars['Int']['output']>;
  type: Scalars['String']['output'];
};

export type WebhookDeliveryConnection = {
  nodes: Array<WebhookDelivery>;
  pageInfo: PageInfo;
};

export type WebhookDeliveryPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<WebhookDelivery>;
  success: Scalars['Boolean']['output'];
};

export type WebhookEndpoint = {
  createdTs: Scalars['DateTime']['output'];
  disabledProblem: Maybe<Scalars['String']['output']>;
  disabledTs: Maybe<Scalars['DateTime']['output']>;
  failingSinceTs: Maybe<Scalars['DateTime']['output']>;
  id: Scalars['ID']['output'];
  previousUntilTs: Maybe<Scalars['DateTime']['output']>;
  secretTs: Scalars['DateTime']['output'];
  types: Array<Scalars['String']['output']>;
  url: Scalars['String']['output'];
};

export type WebhookEndpointIdInput = {
  id: Scalars['String']['input'];
};

export type WebhookEndpointPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<WebhookEndpoint>;
  success: Scalars['Boolean']['output'];
};

export type WebhookSecretPayload = Envelope & {
  error: Maybe<Problem>;
  msg: Scalars['String']['output'];
  result: Maybe<WebhookSecretResult>;
  success: Scalars['Boolean']['output'];
};

export type WebhookSecretResult = {
  endpoint: WebhookEndpoint;
  secret: Scalars['String']['output'];
};
