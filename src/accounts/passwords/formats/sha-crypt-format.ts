import { isSameText } from '../../../platform/runtime/same-text';
import { randomCryptText } from './bcrypt-base64';
import { defects, type HashFormat } from './hash-format';

const stored = /^\$([56])\$(?:rounds=([1-9]\d{3,8})\$)?([^$\0\n:]{0,16})\$([./0-9A-Za-z]+)$/;

const tagDigits: Readonly<Record<string, number>> = { 5: 43, 6: 86 };
const defaultRounds = 5000;
/** 200 000 rounds take 270 ms, and half a second with a password of 512 bytes. */
const mostRounds = 200_000;

/** SHA-crypt (Drepper, "Unix crypt using SHA-256 and SHA-512"): the passwords of Linux and of many mail servers. */
export const shaCryptFormat: HashFormat = {
  name: 'sha-crypt',
  ids: ['5', '6'],
  read(storedHash) {
    const [, id = '', roundsText = defaultRounds, salt = '', tag = ''] = stored.exec(storedHash) ?? [];
    if (id === '' || tag.length !== tagDigits[id]) return defects.malformed;
    const rounds = Number(roundsText);
    if (rounds > mostRounds) return defects.tooExpensive;
    const kind = id === '5' ? 'sha256-crypt' : 'sha512-crypt';
    return {
      verify: async (password, { crypt }) => isSameText(await crypt.compute({ kind, password, salt, rounds }), tag),
    };
  },
  decoyOf: (scheme) => `${scheme}$${randomCryptText(16)}$${randomCryptText(scheme.startsWith('$5') ? 43 : 86)}`,
};
