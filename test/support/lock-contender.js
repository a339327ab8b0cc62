// Locks a folder when its parent says so. A file shows that no other process has the lock at the same time.
const { rmSync, writeFileSync } = require('node:fs');
const { setImmediate: nextTurn } = require('node:timers/promises');
const { lockFolder } = require('../../dist/platform/db/folder-lock.js');

const [folder, held] = process.argv.slice(2);
let lock = null;

async function tryToLock() {
  lock = await lockFolder(folder);
  if (lock) writeFileSync(held, '', { flag: 'wx' });
  return lock !== null;
}

async function release() {
  rmSync(held);
  await lock.release();
}

async function lockOften(times) {
  let won = 0;
  for (let i = 0; i < times; i += 1) {
    if (!(await tryToLock())) continue;
    won += 1;
    await nextTurn();
    await release();
  }
  return won;
}

const actions = { tryToLock, release, lockOften };
process.on('message', async ({ action, times }) => process.send({ result: await actions[action](times) }));
