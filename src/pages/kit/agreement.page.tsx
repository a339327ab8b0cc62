import type { ViewContext } from './layout.page';

/** What a person agrees to who gets an account, if the operator has terms. */
export function Agreement({ context: { words, frame } }: { context: ViewContext }) {
  const { terms, privacy } = frame.links;
  if (!terms) return null;
  const { agreement } = words.common;
  const links = new Map([
    ['{terms}', { href: terms, label: agreement.links.terms }],
    ['{privacy}', { href: privacy ?? terms, label: agreement.links.privacy }],
  ]);
  const parts = (privacy ? agreement.both : agreement.terms).split(/(\{\w+\})/);
  return (
    <p class="quiet small">
      {parts.map((part) => {
        const link = links.get(part);
        return link ? <a href={link.href}>{link.label}</a> : part;
      })}
    </p>
  );
}
