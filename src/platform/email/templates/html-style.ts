import { accentColorsOf, defaultAccent } from '../../config/accent-color';

/** The colors of the pages that links lead to (pages/look/stylesheet.ts). */
const light = { text: '#1b1d1f', quiet: '#5a6067', ground: '#f6f6f4', card: '#ffffff', line: '#dfe0db' };
const dark = { text: '#eceeed', quiet: '#a5adac', ground: '#141617', card: '#1c1f20', line: '#303536' };
const ownAccent = { light: defaultAccent, onLight: '#ffffff', dark: '#8fd3b8', onDark: '#0c211a' };

type Accent = typeof ownAccent;

/** The colors of the button. `color` is ACCENT_COLOR. */
export function accentOf(color: string | null): Accent {
  if (color === null) return ownAccent;
  const colors = accentColorsOf(color);
  return { ...ownAccent, light: colors.light.accent, dark: colors.dark.accent };
}

const sans = 'system-ui,-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const mono = 'ui-monospace,monospace';

/**
 * The light colors are inline, because some mail programs remove the style element. `mso-padding-alt` is the padding of
 * the button in Outlook, and the width of the column as an attribute is for Outlook, too.
 */
export const stylesWith = (accent: Accent) =>
  ({
    width: '480',
    body: `margin:0;padding:0;background-color:${light.ground}`,
    ground: `width:100%;background-color:${light.ground}`,
    margin: 'padding:24px 12px',
    column: 'width:100%;max-width:480px',
    card: `padding:28px 24px 12px;border:1px solid ${light.line};border-radius:12px;background-color:${light.card};color:${light.text};font-family:${sans};font-size:16px;line-height:24px;overflow-wrap:anywhere`,
    logo: 'display:block;height:32px;width:auto;max-width:192px;margin:0 0 12px',
    product: `margin:0 0 8px;color:${light.quiet};font-size:14px;line-height:20px`,
    title: 'margin:0 0 16px;font-size:22px;line-height:28px;font-weight:600;text-wrap:balance',
    paragraph: 'margin:0 0 16px',
    buttonTable: 'margin:0 0 20px',
    buttonCell: `border-radius:6px;background-color:${accent.light};mso-padding-alt:12px 20px`,
    button: `display:inline-block;padding:10px 20px;border-radius:6px;background-color:${accent.light};color:${accent.onLight};font-weight:600;text-decoration:none`,
    code: `margin:0 0 16px;font-family:${mono};font-size:28px;line-height:32px;font-weight:600;letter-spacing:4px`,
    validity: `margin:0 0 16px;color:${light.quiet};font-size:14px;line-height:20px`,
  }) as const;

/** For programs with a dark scheme. Without a character that HTML escapes. */
export const darkStyle = (accent: Accent) => `
:root { color-scheme: light dark; }
@media (prefers-color-scheme: dark) {
  .ground { background-color: ${dark.ground} !important; }
  .card { background-color: ${dark.card} !important; border-color: ${dark.line} !important; color: ${dark.text} !important; }
  .quiet { color: ${dark.quiet} !important; }
  .button { background-color: ${accent.dark} !important; color: ${accent.onDark} !important; }
}
`;
