import type { Answer, Api, Token } from './apis';
import { SoftwarePasskey } from './software-passkey';

const password = 'correct horse battery';
const someId = '01a1fafd-5d48-74fb-874f-7e0ccacee987';

/** Every operation that takes an access token, with an input that is well-formed. */
export const callsOfUsers: Readonly<
  Record<string, (api: Api, url: string, token: Token) => Promise<Pick<Answer, 'success' | 'code'>>>
> = {
  verify: async (_, url, token) => {
    const response = await fetch(`${url}/auth/verify`, { headers: { Authorization: `Bearer ${token}` } });
    return (await response.json()) as { success: boolean; code: string | null };
  },
  userinfo: async (_, url, token) => {
    const response = await fetch(`${url}/oauth/userinfo`, { headers: { Authorization: `Bearer ${token}` } });
    const { error, error_description: msg } = (await response.json()) as Record<'error' | 'error_description', string>;
    const codes: Record<string, string> = { invalid_token: 'UNAUTHENTICATED', insufficient_scope: 'FORBIDDEN' };
    return { success: response.ok, code: codes[error] ?? null, msg };
  },
  me: (api, url, token) => api.me(url, token),
  sessions: (api, url, token) => api.sessions(url, token),
  factors: (api, url, token) => api.factors(url, token),
  stepUpOptions: (api, url, token) => api.stepUpOptions(url, token),
  requestStepUpCode: (api, url, token) => api.requestStepUpCode(url, token),
  stepUp: (api, url, token) => api.stepUp(url, { password }, token),
  revokeSession: (api, url, token) => api.revokeSession(url, someId, token),
  logout: (api, url, token) => api.logout(url, {}, token),
  updateProfile: (api, url, token) => api.updateProfile(url, { firstName: 'Eve' }, token),
  changePassword: (api, url, token) =>
    api.changePassword(url, { currentPassword: password, password: 'a much longer horse' }, token),
  changeEmail: (api, url, token) =>
    api.changeEmail(url, { email: 'eve@example.org', currentPassword: password }, token),
  deleteAccount: (api, url, token) => api.deleteAccount(url, { currentPassword: password }, token),
  enrollTotp: (api, url, token) => api.enrollTotp(url, { currentPassword: password }, token),
  confirmTotp: (api, url, token) => api.confirmTotp(url, { code: '000000' }, token),
  removeTotp: (api, url, token) => api.removeTotp(url, token),
  regenerateRecoveryCodes: (api, url, token) => api.regenerateRecoveryCodes(url, token),
  setTwoStep: (api, url, token) => api.setTwoStep(url, { enabled: true }, token),
  addPasskeyOptions: (api, url, token) => api.addPasskeyOptions(url, { currentPassword: password }, token),
  addPasskey: (api, url, token) =>
    api.addPasskey(url, { passkey: new SoftwarePasskey().create({ challenge: 'x' }) }, token),
  renamePasskey: (api, url, token) => api.renamePasskey(url, { id: someId, name: 'Mine' }, token),
  identities: (api, url, token) => api.identities(url, token),
  linkIdentity: (api, url, token) => api.linkIdentity(url, { token: 'x' }, token),
  unlinkIdentity: (api, url, token) => api.unlinkIdentity(url, someId, token),
  exportMyData: (api, url, token) => api.exportMyData(url, token),
  emailChange: (api, url, token) => api.emailChange(url, token),
  cancelEmailChange: (api, url, token) => api.cancelEmailChange(url, token),
  connectedApps: (api, url, token) => api.connectedApps(url, token),
  disconnectApp: (api, url, token) => api.disconnectApp(url, someId, token),
  removePasskey: (api, url, token) => api.removePasskey(url, someId, token),
};
