import { ChangeEmailPage, ChangePasswordPage, ProfilePage } from '../account/account.page';
import { DataPage, DeleteAccountPage } from '../account/account-data.page';
import {
  AddPasskeyPage,
  AddTotpPage,
  ConfirmTotpPage,
  NewRecoveryCodesPage,
  PasskeyPage,
  RecoveryCodesPage,
  RemovePasskeyPage,
  RemoveTotpPage,
  SecurityPage,
  SwitchTwoStepPage,
} from '../account/account-security.page';
import { SessionsPage } from '../account/account-sessions.page';
import { ConsoleOverviewPage } from '../console/console.page';
import {
  ConsoleAuditPage,
  ConsoleFindingsPage,
  ConsoleKeysPage,
  ConsoleMailsPage,
  ConsoleRequestPage,
} from '../console/console-operation.page';
import {
  ConsoleConfirmPage,
  ConsoleEditPage,
  ConsoleEmailPage,
  ConsoleImpersonatePage,
  ConsoleInvitedPage,
  ConsoleInvitePage,
  ConsoleUserPage,
} from '../console/console-user.page';
import { ConsoleBulkPage, ConsoleBulkResultPage, ConsoleUsersPage } from '../console/console-users.page';
import { LinkPage } from '../links/link.page';
import {
  EnrollPage,
  FactorNeededPage,
  ForgotPage,
  LoginPage,
  LogoutPage,
  MessagePage,
  RegisterPage,
  SecondFactorPage,
  SentAgainPage,
  StepUpPage,
} from '../sign-in/sign-in.page';
import { wordsIn } from '../words/words-in';
import { type Content, type Frame, renderDocument, type ViewContext } from './layout.page';
import { NotFoundPage, ProblemPage } from './problem.page';

export type { Acting, Frame } from './layout.page';

/** Every page of the site. A view is a pure function. */
const views = {
  problem: ProblemPage,
  notFound: NotFoundPage,
  message: MessagePage,
  sentAgain: SentAgainPage,
  link: LinkPage,
  login: LoginPage,
  register: RegisterPage,
  forgot: ForgotPage,
  secondFactor: SecondFactorPage,
  enroll: EnrollPage,
  stepUp: StepUpPage,
  factorNeeded: FactorNeededPage,
  logout: LogoutPage,
  profile: ProfilePage,
  changeEmail: ChangeEmailPage,
  changePassword: ChangePasswordPage,
  sessions: SessionsPage,
  security: SecurityPage,
  addPasskey: AddPasskeyPage,
  passkey: PasskeyPage,
  removePasskey: RemovePasskeyPage,
  addTotp: AddTotpPage,
  confirmTotp: ConfirmTotpPage,
  removeTotp: RemoveTotpPage,
  switchTwoStep: SwitchTwoStepPage,
  newRecoveryCodes: NewRecoveryCodesPage,
  recoveryCodes: RecoveryCodesPage,
  data: DataPage,
  deleteAccount: DeleteAccountPage,
  consoleOverview: ConsoleOverviewPage,
  consoleUsers: ConsoleUsersPage,
  consoleBulk: ConsoleBulkPage,
  consoleBulkResult: ConsoleBulkResultPage,
  consoleUser: ConsoleUserPage,
  consoleConfirm: ConsoleConfirmPage,
  consoleImpersonate: ConsoleImpersonatePage,
  consoleEdit: ConsoleEditPage,
  consoleEmail: ConsoleEmailPage,
  consoleInvite: ConsoleInvitePage,
  consoleInvited: ConsoleInvitedPage,
  consoleAudit: ConsoleAuditPage,
  consoleRequest: ConsoleRequestPage,
  consoleMails: ConsoleMailsPage,
  consoleKeys: ConsoleKeysPage,
  consoleFindings: ConsoleFindingsPage,
} satisfies Record<string, (props: never, context: ViewContext) => Content>;

export type ViewName = keyof typeof views;
export type ViewProps<Name extends ViewName> = Parameters<(typeof views)[Name]>[0];

export function renderView<Name extends ViewName>(name: Name, props: ViewProps<Name>, frame: Frame): string {
  const words = wordsIn[frame.locale];
  const view = views[name] as (props: ViewProps<Name>, context: ViewContext) => Content;
  return renderDocument(view(props, { words, frame }), frame, words);
}
