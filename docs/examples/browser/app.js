import { currentUser, login, logout, resume, session } from './gatehouse.js';

const element = (id) => document.getElementById(id);
const showProblem = (error) => {
  element('problem').textContent = error?.message ?? '';
};

async function show() {
  const user = await currentUser();
  element('name').textContent = user?.firstName ?? '';
  element('login').hidden = user !== null;
  element('logout').hidden = user === null;
  showProblem(null);
}

element('login').addEventListener('submit', (event) => {
  event.preventDefault();
  const { email, password } = event.target;
  login(email.value, password.value).then(show).catch(showProblem);
});
element('logout').addEventListener('click', () => logout().catch(showProblem));
session.addEventListener('ended', () => show().catch(showProblem));

try {
  if (await resume()) await show();
} catch (error) {
  showProblem(error);
}
