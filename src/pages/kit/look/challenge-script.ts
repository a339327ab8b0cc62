import { solvePuzzle } from '../../../platform/challenges/solve-puzzle';

/** Solves the puzzle of a form while the person types. A form that is sent before waits for it. */
export const challengeScript = `'use strict';
(() => {
  ${solvePuzzle}
  for (const field of document.querySelectorAll('[data-puzzle]')) {
    const { form } = field;
    const solved = solvePuzzle(JSON.parse(field.dataset.puzzle)).then((answer) => {
      field.value = answer;
    });
    let waiting = null;
    form.addEventListener('submit', (event) => {
      // Such a button leads to another page, which only takes the address along.
      if (field.value || event.submitter?.formNoValidate) return;
      event.preventDefault();
      const status = field.nextElementSibling;
      status.classList.remove('unseen');
      status.textContent = status.dataset.working;
      waiting ??= solved.then(() => form.requestSubmit(event.submitter));
    });
  }
})();
`;
