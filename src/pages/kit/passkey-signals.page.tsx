import { type PasskeyOwner, userEntityOf } from '../../accounts/factors/passkey';
import type { ListedPasskey } from '../../accounts/factors/passkey.answers';

/** What the script tells the password manager, by the methods of `PublicKeyCredential` (WebAuthn Level 3, section 5.1.10). */
const Signals = (signals: Readonly<Record<string, object>>) => <div hidden data-signals={JSON.stringify(signals)} />;

interface SignalsProps {
  rpId: string;
  user: PasskeyOwner;
  passkeys: readonly Pick<ListedPasskey, 'credentialId'>[];
}

/** Which passkeys the account has, and the name under which the password manager shows them. */
export function PasskeySignals({ rpId, user, passkeys }: SignalsProps) {
  const { id: userId, name, displayName } = userEntityOf(user);
  const allAcceptedCredentialIds = passkeys.map(({ credentialId }) => credentialId);
  return (
    <Signals
      signalAllAcceptedCredentials={{ rpId, userId, allAcceptedCredentialIds }}
      signalCurrentUserDetails={{ rpId, userId, name, displayName }}
    />
  );
}

/** No account has the passkey that the person has just used. */
export const UnknownPasskeySignal = (facts: { rpId: string; credentialId: string }) => (
  <Signals signalUnknownCredential={facts} />
);
