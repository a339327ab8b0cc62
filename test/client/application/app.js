import { createClient } from './gatehouse-client/index.js';

const auth = createClient({ url: 'http://localhost:4000' });
/** For the test, which uses the client of the page. */
window.auth = auth;
window.seen = [];

const element = (id) => document.getElementById(id);

auth.subscribe(({ status, user }) => {
  window.seen.push(status);
  element('name').textContent = user?.firstName ?? '';
  element('login').hidden = status === 'signedIn';
  element('logout').hidden = status !== 'signedIn';
});
element('login').addEventListener('submit', async (event) => {
  event.preventDefault();
  const { email, password } = event.target;
  const login = await auth.login({ email: email.value, password: password.value });
  element('problem').textContent = login.ok ? '' : login.error.msg;
});
element('logout').addEventListener('click', () => auth.logout());
