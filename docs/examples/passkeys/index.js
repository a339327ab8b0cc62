import * as passkeys from './passkeys.js';

const output = document.querySelector('output');
const show = (login) => {
  if (login) output.textContent = `Logged in: ${login.user.email}`;
};
const fail = (error) => {
  output.textContent = error.code ?? error.name;
};

if (passkeys.isSupported()) {
  passkeys.offerInField().then(show, fail);
  document.querySelector('#passkey').onclick = () => passkeys.logIn().then(show, fail);
}
