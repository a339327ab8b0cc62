/** `<a id="trust_proxy"></a>` is the target of a link, also for remark-validate-links, which knows only headings. */
export default function htmlAnchors() {
  return function mark(node) {
    const [, id] = /^<a id="(.+)">$/.exec(node.value) ?? [];
    if (node.type === 'html' && id) node.data = { id };
    node.children?.forEach(mark);
  };
}
