import { Ownership } from '../accounts/ownership/ownership';
import type { Base } from './base';

export type OwnershipServices = ReturnType<typeof createOwnership>;

export const createOwnership = ({ oneTimeTokens, outbox, liveSessions, clock }: Base) => ({
  ownership: new Ownership(oneTimeTokens, outbox, liveSessions, clock),
});
