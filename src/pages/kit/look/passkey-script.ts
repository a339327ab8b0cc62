/**
 * Hands the options of a passkey form to the browser, and sends the answer of the browser with the
 * form. It changes no content of the page, except that it shows the button that needs it.
 */
export const passkeyScript = `'use strict';
(() => {
  const form = document.querySelector('form[data-passkey]');
  const credentials = window.PublicKeyCredential;
  if (!form || !credentials || !credentials.parseRequestOptionsFromJSON) return;
  const { passkey: action, options, later } = form.dataset;
  const parsed = JSON.parse(options);
  const publicKey = action === 'create'
    ? credentials.parseCreationOptionsFromJSON(parsed)
    : credentials.parseRequestOptionsFromJSON(parsed);
  let waiting = null;
  const ask = async (more) => {
    if (waiting) waiting.abort();
    const own = new AbortController();
    waiting = own;
    try {
      const found = await navigator.credentials[action]({ publicKey, signal: own.signal, ...more });
      form.elements.passkey.value = JSON.stringify(found);
      form.submit();
    } catch (error) {
      // The person has cancelled, or has used the button instead of the field.
      if (error.name !== 'AbortError' && error.name !== 'NotAllowedError') {
        const problem = form.querySelector('[data-problem]');
        if (problem) problem.hidden = false;
      }
    } finally {
      if (waiting === own) waiting = null;
    }
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    ask({});
  });
  if (later !== undefined && credentials.isConditionalMediationAvailable) {
    credentials.isConditionalMediationAvailable().then((can) => can && ask({ mediation: 'conditional' }));
  }
})();
`;
