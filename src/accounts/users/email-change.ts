/** A change of an e-mail address that waits for its links. An account has at most one. */
export interface EmailChange {
  /** A UUIDv7. */
  id: string;
  userId: string;
  /** The new address, as the user entered it. */
  email: string;
  emailCanonical: string;
  /** Whether the old address must approve the change, too. */
  needsApproval: boolean;
  /** When the user has proved the new address. */
  confirmedTs: Date | null;
  /** When the user has approved the change from the old address. */
  approvedTs: Date | null;
  /** The session that asked for the change. */
  sessionId: string;
  createdTs: Date;
  expiresTs: Date;
}

export const isComplete = ({ confirmedTs, approvedTs, needsApproval }: EmailChange): boolean =>
  confirmedTs !== null && (approvedTs !== null || !needsApproval);
