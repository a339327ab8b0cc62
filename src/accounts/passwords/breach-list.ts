/** The list has answered, and the answer is of no use. */
export class UnusableRange extends Error {
  constructor(
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

/** A list of stolen passwords, by their SHA-1 hashes. */
export interface BreachList {
  /**
   * @param sha1 20 bytes
   * @param signal aborts when the result is no longer needed
   * @throws Error if the list does not answer, or answers something else. The message contains no part of the hash
   */
  includes(sha1: Buffer, signal: AbortSignal): Promise<boolean>;
  close(): void;
}
