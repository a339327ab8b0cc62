// Copied from src/platform/challenges by `npm run codegen`.

/** What a challenge of the kind `puzzle` gives a client to solve. */
export interface Puzzle {
  id: string;
  salt: string;
  bits: number;
}

/**
 * Returns the answer to a puzzle: its id, and the first number with which SHA-256 of the salt and the number begins with so many
 * zero bits. It works in slices, so that the person can type meanwhile. Pages get the text of this function, and the client package
 * a copy (`npm run codegen`), so it needs nothing outside of itself, and has no named function inside.
 */
export async function solvePuzzle({ id, salt, bits }: Puzzle): Promise<string> {
  // SHA-256 (FIPS 180-4) of one block: the text has less than 56 characters. The first word of the hash decides.
  const primes: number[] = [];
  for (let n = 2; primes.length < 64; n += 1) if (primes.every((prime) => n % prime !== 0)) primes.push(n);
  const k = Int32Array.from(primes, (prime) => (Math.cbrt(prime) % 1) * 2 ** 32);
  const start = Int32Array.from(primes.slice(0, 8), (prime) => (Math.sqrt(prime) % 1) * 2 ** 32);
  const [h0 = 0, h1 = 0, h2 = 0, h3 = 0, h4 = 0, h5 = 0, h6 = 0, h7 = 0] = start;
  const block = new Uint8Array(64);
  const view = new DataView(block.buffer);
  const w = new Int32Array(64);
  for (let i = 0; i < salt.length; i += 1) block[i] = salt.charCodeAt(i);
  let sliceEnds = performance.now() + 12;
  for (let number = 0; ; number += 1) {
    if (number % 256 === 0 && performance.now() > sliceEnds) {
      await new Promise((resolve) => setTimeout(resolve));
      sliceEnds = performance.now() + 12;
    }
    const digits = String(number);
    const length = salt.length + digits.length;
    for (let i = 0; i < digits.length; i += 1) block[salt.length + i] = digits.charCodeAt(i);
    block[length] = 0x80;
    view.setUint32(60, length * 8);
    for (let i = 0; i < 16; i += 1) w[i] = view.getInt32(i * 4);
    for (let i = 16; i < 64; i += 1) {
      const x = w[i - 15] ?? 0;
      const y = w[i - 2] ?? 0;
      const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
      const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
      w[i] = (w[i - 16] ?? 0) + s0 + (w[i - 7] ?? 0) + s1;
    }
    let a = h0;
    let b = h1;
    let c = h2;
    let d = h3;
    let e = h4;
    let f = h5;
    let g = h6;
    let h = h7;
    for (let i = 0; i < 64; i += 1) {
      const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
      const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
      const t = (h + s1 + ((e & f) ^ (~e & g)) + (k[i] ?? 0) + (w[i] ?? 0)) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + t) | 0;
      d = c;
      c = b;
      b = a;
      a = (t + s0 + ((b & c) ^ (b & d) ^ (c & d))) | 0;
    }
    if ((h0 + a) >>> (32 - bits) === 0) return `${id}.${number}`;
  }
}
