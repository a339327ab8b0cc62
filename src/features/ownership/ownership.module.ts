import type { Core } from '../../wiring/core';
import { Ownership } from './ownership';

export type OwnershipPart = ReturnType<typeof ownershipPart>;

export const ownershipPart = ({ oneTimeTokens, outbox, liveSessions, clock }: Core) => ({
  ownership: new Ownership(oneTimeTokens, outbox, liveSessions, clock),
});
