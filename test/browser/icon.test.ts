import { describeWith } from '../support/needs';
import { openPages, type PageBrowser } from '../support/page-browser';

describeWith('Chromium')('the icon of the pages', () => {
  let pages: PageBrowser;
  beforeAll(async () => {
    pages = await openPages({ ACCENT_COLOR: '#1a4f8b' });
  });
  afterAll(() => pages.stop());

  // A browser without windows loads no icon by itself.
  test('is a picture that the policy of a page lets load', async () => {
    const { page, complaints, open, close } = await pages.tab();
    await open('/login');
    const width = await page.evaluate(async () => {
      const picture = new Image();
      picture.src = document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '';
      await picture.decode();
      document.querySelector('main')?.prepend(picture);
      return picture.naturalWidth;
    });
    expect(width).toBeGreaterThan(0);
    expect(complaints).toEqual({ console: [], scripts: [], otherHosts: [] });
    await close();
  });
});
