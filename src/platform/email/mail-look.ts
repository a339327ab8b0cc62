/** How the HTML of mails looks, as the pages do. */
export interface MailLook {
  /** ACCENT_COLOR. */
  accentColor: string | null;
  /** Whether a mail has the logo as one of its parts. Most mail programs show no SVG and no WebP. */
  hasLogo: boolean;
}

export const ownLook: MailLook = { accentColor: null, hasLogo: false };

const logoId = 'logo';

/** How the HTML names the logo (RFC 2392). */
export const logoSource = `cid:${logoId}`;

/** The parts that the HTML needs. */
export const partsFor = (html: string, logo: Buffer | null) =>
  logo && html.includes(logoSource)
    ? [{ cid: logoId, filename: 'logo.png', content: logo, contentDisposition: 'inline' as const }]
    : [];

/** The HTML with the logo in it, for a browser. */
export const withLogoInside = (html: string, logo: Buffer | null): string =>
  logo ? html.replaceAll(logoSource, `data:image/png;base64,${logo.toString('base64')}`) : html;
