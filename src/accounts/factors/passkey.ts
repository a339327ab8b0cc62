import type { User } from '../users/user';
import type { ListedPasskey } from './passkey.answers';

type Bytes = Uint8Array<ArrayBuffer>;

/** How a client reaches an authenticator (WebAuthn, section 5.8.4). Other values are left out. */
export const transports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
export type Transport = (typeof transports)[number];

/** Whether the passkey can be synchronized between devices. */
export type DeviceType = 'singleDevice' | 'multiDevice';

export interface Passkey extends Omit<ListedPasskey, 'credentialId'> {
  credentialId: Bytes;
  userId: string;
  /** In COSE form. */
  publicKey: Bytes;
  signCount: number;
  transports: readonly Transport[];
  /** The model of the authenticator. */
  aaguid: string;
  deviceType: DeviceType;
}

/** How many passkeys a user can have. */
export const mostPasskeys = 20;

const bytesOf = (uuid: string): Buffer => Buffer.from(uuid.replaceAll('-', ''), 'hex');

/** Returns the user handle of WebAuthn: the id of the user, which is no personal data. */
export const userHandleOf = (userId: string): string => bytesOf(userId).toString('base64url');

export type PasskeyOwner = Pick<User, 'id' | 'email' | 'firstName' | 'lastName'>;

/** Returns whose passkey it is, as password managers show it (PublicKeyCredentialUserEntityJSON of WebAuthn). */
export const userEntityOf = ({ id, email, firstName, lastName }: PasskeyOwner) => ({
  id: userHandleOf(id),
  name: email,
  displayName: `${firstName} ${lastName}`,
});

export const toBase64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
export const toBytes = (base64url: string): Bytes => Uint8Array.from(Buffer.from(base64url, 'base64url'));

/** Returns the passkey as its user sees it. */
export const listed = ({
  id,
  credentialId,
  name,
  backedUp,
  automatic,
  createdTs,
  lastUsedTs,
}: Passkey): ListedPasskey => ({
  id,
  credentialId: toBase64url(credentialId),
  name,
  backedUp,
  automatic,
  createdTs,
  lastUsedTs,
});
