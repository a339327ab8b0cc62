import type { Gatehouse } from './gatehouse';
import { PageClient } from './page-client';
import { followed, openFrom, signInOn } from './relying-party';

/** A browser without scripts that goes to and fro between applications and the pages of Gatehouse. */
export class AppBrowser {
  readonly atGatehouse: PageClient;
  private readonly cookies = new Map<string, Map<string, string>>();

  constructor(
    private readonly gatehouse: Pick<Gatehouse, 'url' | 'config'>,
    private readonly person: { email: string; password: string },
  ) {
    this.atGatehouse = new PageClient(gatehouse);
  }

  /**
   * Opens an address of an application, follows all redirects, and signs in and allows where Gatehouse asks for it. Returns the
   * answer that is no redirect, and how often Gatehouse has asked.
   */
  async open(
    start: string,
    form?: Record<string, string>,
  ): Promise<{ url: string; status: number; text: string; signIns: number; consents: number }> {
    let next: { url: string; form: Record<string, string> | undefined } = { url: start, form };
    let [signIns, consents] = [0, 0];
    for (let steps = 0; steps < 20; steps += 1) {
      const url = new URL(next.url);
      if (url.origin !== new URL(this.gatehouse.config.publicUrl).origin) {
        const { status, text, location } = await this.send(url, next.form);
        if (location === null) return { url: url.href, status, text, signIns, consents };
        next = { url: new URL(location, url).href, form: undefined };
        continue;
      }
      let arrival = await openFrom(this.atGatehouse, url.pathname + url.search);
      if (arrival.path === '/login') {
        signIns += 1;
        arrival = await signInOn(this.atGatehouse, arrival, this.person);
      }
      if (arrival.page.html.includes('value="allow"')) {
        consents += 1;
        const allowing = this.atGatehouse.submit(arrival.page, '/oauth/continue', { decision: 'allow' });
        arrival = await followed(this.atGatehouse, await allowing, '/oauth/continue');
      }
      const { left, posted, page } = arrival;
      if (!left) return { url: url.href, status: page.status, text: page.text, signIns, consents };
      next = { url: left.href, form: posted ?? undefined };
    }
    throw new Error(`too many redirects from ${start}`);
  }

  private async send({ href, host }: URL, form: Record<string, string> | undefined) {
    const own = this.cookies.get(host) ?? new Map<string, string>();
    this.cookies.set(host, own);
    const headers = { Accept: 'text/html', Cookie: [...own].map(([name, value]) => `${name}=${value}`).join('; ') };
    const response = await fetch(href, {
      redirect: 'manual',
      headers,
      ...(form && { method: 'POST', body: new URLSearchParams(form) }),
    });
    for (const line of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') own.delete(name);
      else own.set(name, value);
    }
    return { status: response.status, text: await response.text(), location: response.headers.get('location') };
  }
}
