import type { ComponentChildren } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { darkStyle, styles } from './html-style';
import type { MailContent } from './mail-content';

/** An HTML document without images and other resources. Mail programs need tables for the width and the button. */
export function htmlPart({ locale, product, title, paragraphs, link, code, validity, notMe }: MailContent): string {
  const html = renderToString(
    <html lang={locale}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="format-detection" content="telephone=no" />
        <title>{title}</title>
        <style>{darkStyle}</style>
      </head>
      <body class="ground" style={styles.body}>
        <Table width="100%" class="ground" style={styles.ground}>
          <td align="center" style={styles.margin}>
            <Table width={styles.width} style={styles.column}>
              <td class="card" align="left" style={styles.card}>
                <p class="quiet" style={styles.product}>
                  {product}
                </p>
                <h1 style={styles.title}>{unbroken(title)}</h1>
                {paragraphs.map((text) => (
                  <p style={styles.paragraph}>{unbroken(text)}</p>
                ))}
                {link && <Button {...link} />}
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

const Button = ({ url, action }: { url: string; action: string }) => (
  <Table style={styles.buttonTable}>
    <td class="button" style={styles.buttonCell}>
      <a class="button" href={url} style={styles.button}>
        {action}
      </a>
    </td>
  </Table>
);
