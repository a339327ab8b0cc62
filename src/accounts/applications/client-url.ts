/** Characters. No document says one, but the columns of the database and a page have an end. */
export const longestClientUrl = 500;

/** RFC 3986, section 3. As text, because a parser of URLs removes dot segments, also percent-encoded ones, and accepts more. */
const clientUrlForm = /^https:\/\/[^/?#@\\]+(\/[^?#\\]+)$/;
const visibleAscii = /^[!-~]+$/;
const dotSegment = /^(?:\.|%2e){1,2}$/i;

/** Whether a client id is meant as a URL (draft-ietf-oauth-client-id-metadata-document). No other client id begins like this. */
export const isMeantAsUrl = (clientId: string): boolean => clientId.startsWith('https://');

/** Whether a client id is a URL at which a document can be. It is compared as text, as it is. */
export function isClientUrl(clientId: string): boolean {
  if (clientId.length > longestClientUrl || !visibleAscii.test(clientId)) return false;
  const [, path] = clientUrlForm.exec(clientId) ?? [];
  if (path === undefined || path.split('/').some((segment) => dotSegment.test(segment))) return false;
  // A host in another spelling would be another one in the list of allowed hosts.
  return URL.canParse(clientId) && clientId.startsWith(`https://${new URL(clientId).host}/`);
}
