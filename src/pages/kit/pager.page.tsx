import type { ViewContext } from './layout.page';

interface PagerProps {
  path: string;
  query: URLSearchParams;
  /** The cursor of the next page. Null on the last page. */
  next: string | null;
}

/** Links to the first and the next page of a list. A cursor leads only forwards. */
export function Pager({ path, query, next, words, frame }: PagerProps & ViewContext) {
  const isFirst = !query.has('after');
  if (isFirst && next === null) return null;
  const hrefOf = (after: string | null) => {
    const parameters = new URLSearchParams(query);
    parameters.delete('after');
    parameters.delete('done');
    if (after !== null) parameters.set('after', after);
    return `${frame.base}${path}${parameters.size > 0 ? '?' : ''}${parameters}`;
  };
  return (
    <p class="actions">
      {!isFirst && <a href={hrefOf(null)}>{words.common.first}</a>}
      {next !== null && (
        <a class="button second" href={hrefOf(next)} rel="next">
          {words.common.next}
        </a>
      )}
    </p>
  );
}
