/** Opens a URL of a provider as a browser, with a cookie jar of its own, until an answer is no redirect inside it. */
async function browse(start: string | URL): Promise<{ url: URL; response: Response; left: URL | null }> {
  const { origin } = new URL(start);
  const cookies = new Map<string, string>();
  for (let url = new URL(start), steps = 0; steps < 10; steps += 1) {
    const Cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(url, { redirect: 'manual', headers: { Accept: 'text/html', Cookie } });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (location === null) return { url, response, left: null };
    await response.body?.cancel();
    url = new URL(location, url);
    if (url.origin !== origin) return { url, response, left: url };
  }
  throw new Error(`too many redirects from ${start}`);
}

/**
 * Follows the redirects from the authorization URL until one leaves the provider. Returns where it leads: the callback
 * with its parameters. The callback is not requested.
 */
export async function follow(authorizationUrl: string | URL): Promise<URL> {
  const { url, response, left } = await browse(authorizationUrl);
  if (left) return left;
  throw new Error(`no redirect from ${url.pathname}, but ${response.status}: ${await response.text()}`);
}

/** The same for `response_mode=form_post`: returns the form that the page of the provider submits at once. */
export async function followToForm(authorizationUrl: string | URL): Promise<{ action: URL; fields: URLSearchParams }> {
  const { url, response } = await browse(authorizationUrl);
  const html = await response.text();
  const [, action] = /<form method="post" action="([^"]*)">/.exec(html) ?? [];
  if (action === undefined) throw new Error(`no form at ${url.pathname}, but ${response.status}: ${html}`);
  const inputs = html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g);
  const fields = [...inputs].map(([, name = '', value = '']) => [name, unescaped(value)]);
  return { action: new URL(unescaped(action)), fields: new URLSearchParams(fields) };
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
const unescaped = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
