/**
 * Makes the pages easier to use. Without it, every form works, and times are in UTC. It changes no content of the page except what the attributes
 * `data-…` name.
 */
export const pageScript = `'use strict';
(() => {
  const all = (selector, work) => document.querySelectorAll(selector).forEach(work);

  // The answer to an application, which the person need not send by hand.
  all('[data-submits]', (form) => form.submit());

  // A second click sends nothing: the answer is on its way. A download leaves the page as it is.
  const isSent = new WeakSet();
  const free = (form) => {
    isSent.delete(form);
    form.querySelectorAll('.busy').forEach((button) => {
      button.classList.remove('busy');
      button.removeAttribute('aria-disabled');
    });
  };
  document.addEventListener('submit', (event) => {
    const { target: form, submitter, defaultPrevented } = event;
    if (defaultPrevented) return;
    if (isSent.has(form)) return event.preventDefault();
    isSent.add(form);
    setTimeout(free, 5000, form);
    // Only what takes a while. A button that were disabled would not send its value.
    setTimeout(() => {
      if (!isSent.has(form) || !submitter) return;
      submitter.classList.add('busy');
      submitter.setAttribute('aria-disabled', 'true');
    }, 250);
  });
  // Back on the page, which the browser has kept.
  addEventListener('pageshow', () => all('form', free));

  // The page that is open, in a row of tabs that is wider than a phone.
  all('.nav [aria-current]', (tab) => {
    const row = tab.closest('.nav');
    row.scrollLeft = tab.offsetLeft - row.offsetLeft - (row.clientWidth - tab.offsetWidth) / 2;
  });

  // In so many seconds, another e-mail can be asked for, or the form after a problem can be sent again.
  all('[data-wait]', (text) => {
    const form = text.closest('form') ?? text.nextElementSibling;
    const button = form?.querySelector('button[type=submit]') ?? {};
    // It was read, and not each second is.
    text.removeAttribute('role');
    const end = Date.now() + 1000 * text.dataset.wait;
    const show = () => {
      const left = Math.ceil((end - Date.now()) / 1000);
      button.disabled = left > 0;
      text.hidden = left <= 0;
      text.textContent = text.textContent.replace(/[0-9]+/, left);
      if (left > 0) setTimeout(show, 1000);
    };
    show();
  });

  // Shows a password, and hides it again before it is sent, so that the browser keeps it as one.
  all('[data-shows]', (button) => {
    const input = document.getElementById(button.dataset.shows);
    const [label] = button.childNodes;
    const texts = [label.data, button.dataset.hide];
    const show = (shown) => {
      input.type = shown ? 'text' : 'password';
      label.data = texts[Number(shown)];
    };
    button.hidden = false;
    button.addEventListener('click', () => show(input.type === 'password'));
    input.form.addEventListener('submit', () => show(false));
  });

  // Marks the rules that a new password keeps. The server decides.
  const wordsOf = (value) => value.toLowerCase().split(/[^\\p{L}\\p{M}]+/u).filter((word) => word.length > 2);
  all('.rules', (list) => {
    const input = list.closest('.field').querySelector('input');
    const own = [...input.form.elements].filter(({ name }) => /^(email|first_name|last_name)$/.test(name));
    const mark = () => {
      const value = input.value.normalize('NFC');
      const typed = wordsOf(value);
      const words = own.flatMap((field) => wordsOf(field.value));
      const kept = {
        longEnough: [...value].length > 8,
        notOwn: value !== '' && (typed.length === 0 || typed.some((word) => !words.includes(word))),
      };
      for (const item of list.children) item.classList.toggle('kept', kept[item.dataset.rule]);
    };
    input.form.addEventListener('input', mark);
  });

  // Times of the person, with the time in UTC as a hint.
  const format = new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'medium', timeStyle: 'short' });
  all('time', (time) => {
    time.title = time.textContent;
    time.textContent = format.format(new Date(time.dateTime));
  });

  // On a phone each row of a table is a card, in which each value has the name of its column.
  all('table', (table) => {
    const names = [...table.querySelectorAll('thead th')].map((head) => head.textContent);
    for (const { cells } of table.tBodies[0].rows) {
      for (const cell of cells) if (cell.tagName === 'TD' && cell.colSpan === 1) cell.dataset.label = names[cell.cellIndex];
    }
  });

  // A link that takes the address along leaves the password here: it is not for that page, and the browser must not keep it.
  all('[formnovalidate]', (button) =>
    button.addEventListener('click', () => {
      for (const field of button.form.elements) if (field.type === 'password') field.value = '';
    }),
  );

  // Only pages with TLS, or of this machine, may write to the clipboard.
  const canCopy = Boolean(navigator.clipboard);
  const copy = (button, text) =>
    navigator.clipboard.writeText(text).then(() => {
      button.textContent = button.dataset.done;
    });
  all('[data-copy]', (button) => {
    button.hidden = !canCopy;
    button.addEventListener('click', () => copy(button, button.dataset.copy));
  });

  // Selects all users of the page.
  all('[data-selects]', (field) => {
    field.hidden = false;
    field.addEventListener('change', ({ target }) => {
      for (const one of target.form.elements) if (one.name.startsWith('user_')) one.checked = target.checked;
    });
  });

  // A file fills a field, as text or as a data: URL. The server decides what it takes, and rejects a larger one.
  all('[data-fills]', (picker) => {
    const reader = new FileReader();
    reader.onload = () => {
      document.getElementById(picker.dataset.fills).value = reader.result;
    };
    picker.hidden = false;
    picker.addEventListener('change', ({ target: { files } }) => {
      const [file] = files;
      if (!file) return;
      if (picker.dataset.as === 'url') reader.readAsDataURL(file);
      else reader.readAsText(file.slice(0, 1e6));
    });
  });

  // Copies, saves or prints the text of an element, or the recovery codes.
  all('[data-keep]', (buttons) => {
    const text = buttons.dataset.of ? document.getElementById(buttons.dataset.of).textContent : [...document.querySelectorAll('.codes li')].map((item) => item.textContent + '\\n').join('');
    const work = {
      copy: (button) => copy(button, text),
      download: () => {
        const link = document.createElement('a');
        link.href = URL.createObjectURL(new Blob([text], { type: 'text/plain' }));
        link.download = buttons.dataset.keep;
        link.click();
        URL.revokeObjectURL(link.href);
      },
      print: () => window.print(),
    };
    buttons.hidden = false;
    buttons.querySelector('[data-way=copy]').hidden = !canCopy;
    buttons.addEventListener('click', ({ target }) => work[target.dataset.way]?.(target));
  });
})();
`;
