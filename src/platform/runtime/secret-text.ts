/** No document says one. What people paste somewhere by mistake, scanners of repositories and logs find by this beginning. */
export const secretPrefix = 'gate_';
const secrets = new RegExp(`${secretPrefix}[0-9A-Za-z]+`, 'g');

/** Returns the text without such secrets, for what is logged or stored as it came. */
export const withoutSecrets = (text: string): string =>
  text.includes(secretPrefix) ? text.replace(secrets, `${secretPrefix}…`) : text;
