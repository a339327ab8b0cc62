import { useQuery } from '@apollo/client/react';
import { supportsPasskeys } from '@gatehouse-auth/client';
import { MeDocument } from '@gatehouse-auth/client/documents';
import { useAuth } from '@gatehouse-auth/client/react';
import { useState } from 'react';
import { Field, Form } from './form';

/** What only a person who is signed in sees. */
export function Account() {
  const { addPasskey, logout } = useAuth();
  const { data, error } = useQuery(MeDocument);
  const [passkey, setPasskey] = useState<string | null>(null);

  return (
    <>
      <header>
        <h1>Hello, {data?.me?.firstName ?? '…'}</h1>
        <Form button="Log out" look="secondary" send={() => logout()} />
      </header>
      {error && <p role="alert">{error.message}</p>}
      {data?.me && (
        <dl>
          <dt>Name</dt>
          <dd>
            {data.me.firstName} {data.me.lastName}
          </dd>
          <dt>E-mail</dt>
          <dd>{data.me.email}</dd>
          <dt>Registered</dt>
          <dd>{new Date(data.me.createdTs).toLocaleDateString()}</dd>
        </dl>
      )}
      <Sessions />
      {supportsPasskeys() && (
        <section>
          <h2>Passkey</h2>
          {passkey ? (
            <p>You can sign in with “{passkey}” now.</p>
          ) : (
            <Form
              button="Add a passkey"
              look="secondary"
              send={async ({ currentPassword }) => {
                const result = await addPasskey(currentPassword ? { currentPassword } : {});
                if (result.ok) setPasskey(result.passkey.name);
                return result;
              }}
            >
              <input hidden readOnly autoComplete="username" value={data?.me?.email ?? ''} />
              <Field
                label="Current password"
                name="currentPassword"
                type="password"
                autoComplete="current-password"
                required={false}
              />
            </Form>
          )}
        </section>
      )}
    </>
  );
}

interface Session {
  id: string;
  current: boolean;
  created_ts: string;
  user_agent: string | null;
}

/** A request with the access token. A service of your own is called in the same way. */
function Sessions() {
  const auth = useAuth();
  const [sessions, setSessions] = useState<Session[] | null>(null);
  const [problem, setProblem] = useState('');

  async function load() {
    try {
      const response = await auth.fetch(`${GATEHOUSE_URL}/auth/sessions`);
      const { success, msg, result } = await response.json();
      setSessions(success ? result.sessions : null);
      setProblem(success ? '' : msg);
    } catch (error) {
      setProblem((error as Error).message);
    }
  }

  return (
    <section>
      <h2>Where you are signed in</h2>
      {sessions ? (
        <ul>
          {sessions.map(({ id, current, created_ts, user_agent }) => (
            <li key={id}>
              {current ? 'This browser' : (user_agent ?? 'Unknown browser')}
              <small>since {new Date(`${created_ts}Z`).toLocaleString()}</small>
            </li>
          ))}
        </ul>
      ) : (
        <button type="button" className="secondary" onClick={load}>
          Show the sessions
        </button>
      )}
      <div role="alert">{problem}</div>
    </section>
  );
}
