/** A gate, for the tab of a browser. The shape is visible on light and dark tabs. */
export const iconOf = (color: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="${color}"/><path d="M8 26V15a8 8 0 0 1 16 0v11h-4V15a4 4 0 0 0-8 0v11z" fill="#fff"/></svg>\n`;
