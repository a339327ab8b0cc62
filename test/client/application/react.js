import { createElement as h, StrictMode, useEffect, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { GatehouseProvider, useAuth } from '../../../src/client/react/index.js';

window.seen = [];

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
  return h('button', { type: 'button', onClick: () => auth.logout() }, `Sign out ${auth.user.firstName}`);
}

createRoot(document.getElementById('root')).render(
  h(StrictMode, null, h(GatehouseProvider, { url: 'http://localhost:4000' }, h(Page))),
);
