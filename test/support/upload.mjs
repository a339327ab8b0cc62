// Sends bodies of several sizes to a URL, as another process does, and prints what has come back. In the process of the server, the
// two would take turns, and the answer would always be there before the client goes on to send.
const [url, type, sizes, tries] = process.argv.slice(2);
const upload = (megabytes) =>
  fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': type },
    body: Buffer.alloc(megabytes * 1024 * 1024, ' '),
  }).then(
    async (answer) => {
      await answer.text();
      return answer.status;
    },
    (error) => error.cause?.code ?? String(error),
  );

const came = new Set();
for (const megabytes of sizes.split(',')) {
  for (let i = 0; i < Number(tries); i += 1) {
    for (const one of await Promise.all([1, 2, 3].map(() => upload(Number(megabytes))))) came.add(one);
  }
}
process.stdout.write(JSON.stringify([...came]));
