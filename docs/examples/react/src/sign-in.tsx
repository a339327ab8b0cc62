import { type LoginChallenge, type Result, supportsPasskeys } from '@gatehouse-auth/client';
import { useAuth } from '@gatehouse-auth/client/react';
import { useEffect, useState } from 'react';
import { Field, Form } from './form';

/** Signs in with a password, a second step or a passkey, or creates an account first. */
export function SignIn() {
  const auth = useAuth();
  const [isNew, setIsNew] = useState(false);
  const [challenge, setChallenge] = useState<LoginChallenge | null>(null);

  async function login(input: { email: string; password: string }): Promise<Result> {
    const result = await auth.login(input);
    if (result.ok || result.error.code !== 'MFA_REQUIRED') return result;
    setChallenge(result.error.challenge ?? null);
    return { ok: true };
  }

  if (challenge) return <SecondStep challenge={challenge} onCancel={() => setChallenge(null)} />;
  return (
    <>
      <h1>{isNew ? 'Create an account' : 'Sign in'}</h1>
      {isNew ? <Register login={login} /> : <Password login={login} />}
      <button type="button" className="link" onClick={() => setIsNew(!isNew)}>
        {isNew ? 'I have an account' : 'Create an account'}
      </button>
    </>
  );
}

type Login = (input: { email: string; password: string }) => Promise<Result>;

function Password({ login }: { login: Login }) {
  const { loginWithPasskey, offerPasskey } = useAuth();

  // The browser offers passkeys in the field of the e-mail address.
  useEffect(() => {
    if (!supportsPasskeys()) return;
    const end = new AbortController();
    void offerPasskey({ signal: end.signal });
    return () => end.abort();
  }, [offerPasskey]);

  return (
    <>
      <Form button="Sign in" send={({ email = '', password = '' }) => login({ email, password })}>
        <Field label="E-mail" name="email" type="email" autoComplete="username webauthn" />
        <Field label="Password" name="password" type="password" autoComplete="current-password" />
      </Form>
      {supportsPasskeys() && <Form button="Sign in with a passkey" look="secondary" send={loginWithPasskey} />}
    </>
  );
}

function Register({ login }: { login: Login }) {
  const { register } = useAuth();
  return (
    <Form
      button="Create the account"
      send={async ({ email = '', password = '', firstName = '', lastName = '' }) => {
        const result = await register({ email, password, firstName, lastName });
        return result.ok ? login({ email, password }) : result;
      }}
    >
      <Field label="First name" name="firstName" autoComplete="given-name" />
      <Field label="Last name" name="lastName" autoComplete="family-name" />
      <Field label="E-mail" name="email" type="email" autoComplete="username" />
      <Field label="Password" name="password" type="password" autoComplete="new-password" />
    </Form>
  );
}

function SecondStep({ challenge, onCancel }: { challenge: LoginChallenge; onCancel: () => void }) {
  const { completeLogin } = useAuth();
  const takesCode = challenge.factors.some((factor) => factor !== 'passkey');
  return (
    <>
      <h1>Second step</h1>
      {takesCode && (
        <Form button="Sign in" send={({ code = '' }) => completeLogin({ challenge, code })}>
          <Field label="Code of your authenticator app, or recovery code" name="code" autoComplete="one-time-code" />
        </Form>
      )}
      {challenge.passkeyOptions && (
        <Form button="Use a passkey" look="secondary" send={() => completeLogin({ challenge })} />
      )}
      {challenge.factors.length === 0 && (
        <p>
          This service asks for a second factor: add one <a href={`${GATEHOUSE_URL}/login`}>on its pages</a>.
        </p>
      )}
      <button type="button" className="link" onClick={onCancel}>
        Start again
      </button>
    </>
  );
}
