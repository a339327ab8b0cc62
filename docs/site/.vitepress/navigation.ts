export interface NavigationItem {
  text: string;
  /** As in docs/README.md: relative to docs/. */
  file: string;
  items: NavigationItem[];
}

export interface NavigationSection {
  title: string;
  items: NavigationItem[];
}

/**
 * Reads the table of docs/README.md. A row is a section, and ` · ` separates its items. The links after the first link of an item
 * are below it: `[API](api/README.md): [account](api/account.md), [login](api/login.md)`.
 */
export function readNavigation(readme: string): NavigationSection[] {
  return [...readme.matchAll(/^\| \*\*(.+?)\*\* \| (.+) \|$/gm)].map(([, title = '', cell = '']) => ({
    title,
    items: cell.split(' · ').flatMap((item) => {
      const [first, ...below] = [...item.matchAll(/\[(.+?)\]\((.+?)\)/g)].map(([, text = '', file = '']) => ({
        text,
        file,
        items: [],
      }));
      return first ? [{ ...first, items: below }] : [];
    }),
  }));
}
