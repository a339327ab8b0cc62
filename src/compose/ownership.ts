import { Ownership } from '../accounts/ownership/ownership';
import type { Core } from './core';

export type OwnershipPart = ReturnType<typeof ownershipPart>;

export const ownershipPart = ({ oneTimeTokens, outbox, liveSessions, clock }: Core) => ({
  ownership: new Ownership(oneTimeTokens, outbox, liveSessions, clock),
});
