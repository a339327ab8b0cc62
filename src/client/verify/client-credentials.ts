/** Of an OAuth client of the kind `service` (`gatehouse clients create`). */
export interface ClientCredentials {
  clientId: string;
  clientSecret: string;
}

/** Both parts are form-encoded (RFC 6749, section 2.3.1). */
export const authorizationOf = ({ clientId, clientSecret }: ClientCredentials): string =>
  `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`)}`;
