type Rgb = readonly [number, number, number];

const white: Rgb = [255, 255, 255];
const black: Rgb = [0, 0, 0];
/** The grounds of the pages (pages/kit/look/stylesheet.ts) on which texts have the color, and cards in a dark scheme. */
export const lightGround = '#f6f6f4';
const darkGround = '#1c1f20';
/** The color without one of the operator, in a light scheme. */
export const defaultAccent = '#1d5c4a';
/** The letters on a button in a dark scheme. */
const onDark = '#0c211a';
/** WCAG 2.2, 1.4.3. */
const leastContrast = 4.5;

const format = /^#[0-9a-f]{6}$/i;

/** The colors of links and buttons, made from one color of the operator. */
interface AccentColors {
  /** In a light scheme: the color, a darker one, and a ground for notes. */
  light: { accent: string; strong: string; soft: string };
  /** In a dark scheme. */
  dark: { accent: string; strong: string; soft: string };
}

/** Whether the text is a color that people can read on the ground of the pages, and under white letters. */
export const isAccentColor = (text: string): boolean =>
  format.test(text) && contrast(rgbOf(text), rgbOf(lightGround)) >= leastContrast;

/** `color` must be one for which `isAccentColor` is true. */
export function accentColorsOf(color: string): AccentColors {
  const given = rgbOf(color);
  const shares = Array.from({ length: 21 }, (_, step) => step / 20);
  const lighter = shares.map((share) => rgbOf(hexOf(mix(given, white, share))));
  const dark = lighter.find((one) =>
    [darkGround, onDark].every((other) => contrast(one, rgbOf(other)) >= leastContrast),
  );
  if (!dark) throw new Error('white has the contrast');
  return {
    light: {
      accent: hexOf(given),
      strong: hexOf(mix(given, black, 0.25)),
      soft: hexOf(mix(given, white, 0.88)),
    },
    dark: {
      accent: hexOf(dark),
      strong: hexOf(mix(dark, white, 0.25)),
      soft: hexOf(mix(dark, rgbOf(darkGround), 0.85)),
    },
  };
}

const rgbOf = (hex: string): Rgb => {
  const channel = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16);
  return [channel(1), channel(3), channel(5)];
};

const hexOf = (color: Rgb): string => `#${color.map((one) => Math.round(one).toString(16).padStart(2, '0')).join('')}`;

const mix = (a: Rgb, b: Rgb, share: number): Rgb => {
  const at = (i: 0 | 1 | 2) => a[i] + (b[i] - a[i]) * share;
  return [at(0), at(1), at(2)];
};

/** The ratio of contrast of WCAG 2.2: 1 to 21. */
function contrast(a: Rgb, b: Rgb): number {
  const [dark, light] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number];
  return (light + 0.05) / (dark + 0.05);
}

function luminance([r, g, b]: Rgb): number {
  const linear = (one: number) => (one / 255 <= 0.04045 ? one / 255 / 12.92 : ((one / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}
