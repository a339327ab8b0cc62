/** Who users sign in to, in the words of WebAuthn. */
export interface RelyingParty {
  /** The domain that the passkeys belong to. */
  id: string;
  name: string;
  /** The pages and applications that may use the passkeys. */
  origins: readonly string[];
}

interface RelyingPartySettings {
  publicUrl: string;
  passkeyRpId: string;
  passkeyOrigins: readonly string[];
  productName: string;
}

export function relyingPartyOf({
  publicUrl,
  passkeyRpId,
  passkeyOrigins,
  productName,
}: RelyingPartySettings): RelyingParty {
  return { id: passkeyRpId, name: productName, origins: [new URL(publicUrl).origin, ...passkeyOrigins] };
}

/**
 * Returns the origins of `/.well-known/webauthn` (WebAuthn, section 5.11.1). Empty if no page of another origin may use the
 * passkeys: then the file is not served.
 */
export function relatedOrigins({ passkeyOrigins }: Pick<RelyingPartySettings, 'passkeyOrigins'>): readonly string[] {
  return passkeyOrigins.filter((origin) => origin.startsWith('http'));
}
