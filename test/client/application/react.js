import { Fragment, createElement as h, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { GatehouseProvider, useAuth, useOrganization } from '../../../src/client/react/index.js';

window.seen = [];
const organizations = new URLSearchParams(location.search).getAll('organization');

function Organization({ id }) {
  const { roles, fetch } = useOrganization(id);
  const [named, setNamed] = useState('');
  const ask = async () => setNamed((await fetch('/orders')).headers.get('x-auth-org-slug'));
  return h(
    'section',
    { 'aria-label': id },
    h('p', null, roles === null ? 'not known yet' : roles.join(', ') || 'no member'),
    h('button', { type: 'button', onClick: ask }, 'Ask'),
    h('output', null, named),
  );
}

function Page() {
  const auth = useAuth();
  const [problem, setProblem] = useState('');
  window.seen.push(auth.status);
  // StrictMode does this twice.
  useEffect(() => void auth.handleRedirect(), [auth.handleRedirect]);
  const login = async () => {
    const result = await auth.login({ email: 'ada@example.com', password: 'correct horse battery' });
    setProblem(result.ok ? '' : result.error.msg);
  };
  if (auth.status === 'loading') return h('p', null, 'Loading');
  if (auth.status === 'signedOut') return h('button', { type: 'button', onClick: login }, `Sign in ${problem}`);
  return h(
    Fragment,
    null,
    h('button', { type: 'button', onClick: () => auth.logout() }, `Sign out ${auth.user.firstName}`),
    organizations.map((id) => h(Organization, { key: id, id })),
  );
}

createRoot(document.getElementById('root')).render(
  h(StrictMode, null, h(GatehouseProvider, { url: 'http://localhost:4000' }, h(Page))),
);
