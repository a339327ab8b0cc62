import type { Content, ViewContext } from './layout.page';

/** The browser leaves this page by itself. */
export function GoingPage({ url, label }: { url: string; label: string }, { words }: ViewContext): Content {
  const { going, goOn } = words.common.provider;
  return {
    title: going(label),
    goesTo: url,
    shownOnce: true,
    body: (
      <div class="card stack">
        <h1>{going(label)}</h1>
        <p>
          <a class="button" href={url}>
            {goOn(label)}
          </a>
        </p>
      </div>
    ),
  };
}
