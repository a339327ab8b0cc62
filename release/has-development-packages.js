// Before the build: without this check, the compiler would print hundreds of errors after `npm ci --omit=dev`.
try {
  require.resolve('@types/express/package.json');
} catch {
  process.stderr.write(
    'Gatehouse cannot be built without its development packages: run "npm ci", or install the package that "npm run package" makes of such a folder.\n',
  );
  process.exit(1);
}
