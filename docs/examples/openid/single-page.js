import { UserManager } from 'oidc-client-ts';

const here = `${location.origin}/`;

export const users = new UserManager({
  authority: 'http://localhost:4000',
  client_id: import.meta.env.VITE_CLIENT_ID,
  redirect_uri: here,
  post_logout_redirect_uri: here,
  // With offline_access, a refresh token renews the access token. Browsers block what other libraries do in a frame.
  scope: 'openid profile email offline_access',
  loadUserInfo: true,
});

/** Returns the user, or sends the browser to the sign-in. */
export async function signedInUser() {
  if (new URLSearchParams(location.search).has('code')) {
    await users.signinCallback();
    history.replaceState(null, '', here);
  }
  const user = await users.getUser();
  return user && !user.expired ? user : users.signinRedirect();
}
