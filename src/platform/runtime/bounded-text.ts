/** Reads the body of a response as UTF-8. Returns null for a longer one, reads no more of it, and closes the connection. */
export async function readTextUpTo(longestBytes: number, { body }: Response): Promise<string | null> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body ?? []) {
    length += chunk.length;
    if (length > longestBytes) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}
