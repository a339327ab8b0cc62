import { Field, ID, ObjectType } from 'type-graphql';
import { DateTime } from '../../platform/graphql/date-time';
import type { ListedPasskey } from '../mfa/passkey-factor';
import { passkeyDescriptions as text } from './descriptions';
import { toBase64url } from './passkey';

@ObjectType('Passkey', { description: 'A passkey of a user (WebAuthn).' })
export class PasskeyType {
  @Field(() => ID, { description: text.id })
  id!: string;

  @Field(() => String, { description: text.credentialId })
  credentialId!: string;

  @Field(() => String, { description: text.name })
  name!: string;

  @Field(() => Boolean, { description: text.backedUp })
  backedUp!: boolean;

  @Field(() => DateTime, { description: text.createdTs })
  createdTs!: Date;

  @Field(() => DateTime, { nullable: true, description: text.lastUsedTs })
  lastUsedTs!: Date | null;
}

export function toPasskeyType(passkey: ListedPasskey): PasskeyType {
  return {
    id: passkey.id,
    credentialId: toBase64url(passkey.credentialId),
    name: passkey.name,
    backedUp: passkey.backedUp,
    createdTs: passkey.createdTs,
    lastUsedTs: passkey.lastUsedTs,
  };
}
