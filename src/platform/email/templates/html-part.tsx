import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { logoSource, type MailLook } from '../mail-look';
import { accentOf, darkStyle, stylesWith } from './html-style';
import type { MailContent } from './mail-content';

/** An HTML document that loads nothing: a logo is a part of the mail. Mail programs need tables for the width and the button. */
export function htmlPart(
  { locale, product, title, paragraphs, link, code, validity, notMe }: MailContent,
  look: MailLook,
): string {
  const accent = accentOf(look.accentColor);
  const styles = stylesWith(accent);
  const html = renderToString(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <style>{darkStyle(accent)}</style>
      </head>
      <body class="ground" style={styles.body}>
        <Table width="100%" class="ground" style={styles.ground}>
          <td align="center" style={styles.margin}>
            <Table width={styles.width} style={styles.column}>
              <td class="card" align="left" style={styles.card}>
                {look.hasLogo ? (
                  <img src={logoSource} alt={product} height="32" style={styles.logo} />
                ) : (
                  <p class="quiet" style={styles.product}>
                    {product}
                  </p>
                )}
                <h1 style={styles.title}>{unbroken(title)}</h1>
                {paragraphs.map((text) => (
                  <p style={styles.paragraph}>{unbroken(text)}</p>
                ))}
                {link && <Button {...link} styles={styles} />}
                {code && (
                  <>
                    <p style={styles.paragraph}>{code.lineBefore}</p>
                    <p style={styles.code}>{code.digits}</p>
                  </>
                )}
                {validity && (
                  <p class="quiet" style={styles.validity}>
                    {validity}
                  </p>
                )}
                {notMe && <p style={styles.paragraph}>{unbroken(notMe)}</p>}
              </td>
            </Table>
          </td>
        </Table>
      </body>
    </html>,
  );
  return `<!doctype html>\n${html}\n`;
}

/** Browsers would break lines after the hyphen of "e-mail", so the word gets a non-breaking hyphen. */
const unbroken = (text: string): string => text.replaceAll(/(?<=e)-(?=mail)/gi, '\u2011');

interface TableProps {
  width?: string;
  class?: string;
  style: string;
  children: ComponentChildren;
}

/** A table for the layout alone, with one cell. */
const Table = ({ children, ...attributes }: TableProps) => (
  <table role="presentation" cellpadding="0" cellspacing="0" {...attributes}>
    <tbody>
      <tr>{children}</tr>
    </tbody>
  </table>
);

type ButtonProps = { url: string; action: string; styles: ReturnType<typeof stylesWith> };

const Button = ({ url, action, styles }: ButtonProps) => (
  <Table style={styles.buttonTable}>
    <td class="button" style={styles.buttonCell}>
      <a class="button" href={url} style={styles.button}>
        {action}
      </a>
    </td>
  </Table>
);
