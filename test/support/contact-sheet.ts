import { readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';

// Writes a page that shows the pictures of all pages together, so that a person can look at them:
// PAGE_SCREENSHOTS=<folder> npx jest test/browser/pages && npx tsx test/support/contact-sheet.ts <folder>

const folder = process.argv[2];
if (!folder) throw new Error('name the folder of the pictures');

const states = new Map<string, string[]>();
for (const file of readdirSync(folder).sort()) {
  const [state = '', width, scheme, type] = file.split('.');
  if (type === 'png' && width && scheme) states.set(state, [...(states.get(state) ?? []), file]);
}
const figures = [...states].map(
  ([state, files]) =>
    `<section><h2>${state.replaceAll('-', ' ')}</h2>${files
      .map(
        (file) =>
          `<img src="${encodeURIComponent(file)}" alt="${file}" style="width: ${Number(file.split('.')[1]) / 4}px">`,
      )
      .join('')}</section>`,
);
const sheet = path.join(folder, 'index.html');
writeFileSync(
  sheet,
  `<!doctype html><title>Pages</title><style>img { margin: 4px; vertical-align: top; }</style>${figures.join('')}`,
);
process.stdout.write(`${states.size} states: ${sheet}\n`);
