import { encode } from 'uqr';
import type { Words } from '../words/en';
import { safeKeyUri } from './safe-href';

/** The capacity of the largest QR code at this level of error correction. */
const mostBytes = 2331;

/**
 * A QR code as an SVG element, so that no image has to be loaded and no other service learns the secret. Null for a text
 * that is too long, which only a form that someone has changed can have.
 */
function QrCode({ text, label }: { text: string; label: string }) {
  if (Buffer.byteLength(text) > mostBytes) return null;
  const { size, data } = encode(text, { ecc: 'M', border: 0 });
  const path = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : []))).join('');
  return (
    <svg class="qr" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={path} fill="#000" />
    </svg>
  );
}

/** A key in groups of four characters, for a person who types it. Authenticator apps ignore the spaces. */
const inGroups = (key: string): string => key.replaceAll(/(.{4})(?=.)/g, '$1 ');

/** The key of an authenticator app: to scan from another device, to open on this one, and to type or copy. */
export function AppKey({ secret, uri, words }: { secret: string; uri: string; words: Words }) {
  const { qr, open, key, copy, copied } = words.common.appKey;
  const href = safeKeyUri(uri);
  return (
    <>
      <QrCode text={uri} label={qr} />
      {href && (
        <p>
          <a href={href}>{open}</a>
        </p>
      )}
      <p>
        {key} <code>{inGroups(secret)}</code>{' '}
        <button type="button" class="plain" data-copy={secret} data-done={copied} hidden>
          {copy}
        </button>
      </p>
    </>
  );
}
