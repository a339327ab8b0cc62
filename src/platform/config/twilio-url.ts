import { decodePart } from './percent-encoding';

/** What `twilio://SID:TOKEN@host/?from=…` says. Without a host, it is that of Twilio. */
export interface TwilioUrl {
  /** Of the API: another region, or a stand-in. Only on this machine without TLS. */
  origin: string;
  accountSid: string;
  token: string;
  /** The field of the sender: a number or a name, or a messaging service. */
  sender: { From: string } | { MessagingServiceSid: string };
}

/** `URL` does not read an address with a user and without a host. */
const format =
  /^twilio:\/\/(AC[0-9a-zA-Z]{2,64}):([^@/?#]+)@([a-zA-Z0-9.-]+(?::\d{1,5})?)?\/?\?(from|service)=([^&#]+)$/;

/** Returns null for another URL. */
export function parseTwilioUrl(url: string): TwilioUrl | null {
  const [, accountSid = '', token = '', host = 'api.twilio.com', name, value = ''] = format.exec(url) ?? [];
  const [secret, sender] = [decodePart(token), decodePart(value)];
  if (name === undefined || secret === null || sender === null) return null;
  const isLocal = /^(localhost|127(\.\d{1,3}){3})(:|$)/.test(host);
  return {
    origin: `${isLocal ? 'http' : 'https'}://${host}`,
    accountSid,
    token: secret,
    sender: name === 'from' ? { From: sender } : { MessagingServiceSid: sender },
  };
}
