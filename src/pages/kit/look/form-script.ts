/** Makes forms easier to use. It changes no content of the page except what the attributes `data-…` name. */
export const formScript = `'use strict';
(() => {
  for (const text of document.querySelectorAll('[data-wait]')) {
    const button = text.closest('form').querySelector('button');
    const end = Date.now() + 1000 * text.dataset.wait;
    const show = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      text.hidden = left <= 0;
      text.textContent = text.textContent.replace(/[0-9]+/, left);
      if (left > 0) setTimeout(show, 1000);
    };
    show();
  }
})();
`;
