import type { MailContent } from './mail-content';

/** Programs that show text without wrapping it have lines of 80 characters, and answers add `> ` before each line. */
const longestLine = 72;

/** The link and the code have a line of their own, so that programs recognize the link, and people can select both. */
export function textPart({ paragraphs, link, code, validity, notMe }: MailContent): string {
  const parts = [
    ...paragraphs.map(wrapped),
    ...(link ? [`${wrapped(link.lineBefore)}\n${link.url}`] : []),
    ...(code ? [`${wrapped(code.lineBefore)}\n${code.digits}`] : []),
    ...(validity ? [wrapped(validity)] : []),
    ...(notMe ? [wrapped(notMe)] : []),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Breaks a paragraph at spaces, not at the no-break space before a colon. */
function wrapped(paragraph: string): string {
  const lines: string[] = [];
  for (const word of paragraph.split(' ')) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length > 0 && longer.length <= longestLine) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines.join('\n');
}
