/**
 * Hands the options of a passkey form to the browser, and sends the answer of the browser with the
 * form. It changes no content of the page, except that it shows the button that needs it.
 */
export const passkeyScript = `'use strict';
(() => {
  const credentials = window.PublicKeyCredential;
  if (!credentials) return;
  const find = (selector) => document.querySelector(selector);

  // A password manager that does not understand a signal does without it.
  for (const [method, facts] of Object.entries(JSON.parse(find('[data-signals]')?.dataset.signals ?? '{}')))
    credentials[method]?.(facts).catch(() => {});

  // Whether the browser can add a passkey by itself, which the sign-in then asks for.
  const able = find('[name=passkey_upgrade]');
  if (able) credentials.getClientCapabilities?.().then((can) => {
    if (can.conditionalCreate) able.value = 'yes';
  }, () => {});

  // The person is signed in, and goes on as soon as the browser has added a passkey, or has not.
  const upgrade = find('form[data-upgrade]');
  if (upgrade) (async () => {
    const publicKey = credentials.parseCreationOptionsFromJSON(JSON.parse(upgrade.dataset.options));
    const made = await navigator.credentials.create({ publicKey, mediation: 'conditional', signal: AbortSignal.timeout(5000) });
    upgrade.elements.passkey.value = JSON.stringify(made);
    // Otherwise the way back would send the password again.
    history.replaceState(null, '');
    upgrade.submit();
  })().catch(() => location.replace(upgrade.dataset.upgrade));

  const form = find('form[data-passkey]');
  if (!form || !credentials.parseRequestOptionsFromJSON) return;
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
      // The person has cancelled, has used the button instead of the field, or did not ask: some browsers reject the offer.
      if (!more.mediation && error.name !== 'AbortError' && error.name !== 'NotAllowedError') {
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
