import { breakingSection, compareSchemas, lastReleasedSchema, readProjectFile } from './released-schema';

/** `npm run check:schema`: fails if the GraphQL schema has a breaking change that CHANGELOG.md does not list. */
async function main(): Promise<void> {
  const changelog = readProjectFile('CHANGELOG.md');
  const released = lastReleasedSchema(changelog);
  const { version } = released;
  const { unlisted, listed, dangerous } = await compareSchemas(released, readProjectFile('schema.graphql'), changelog);
  for (const change of dangerous) process.stdout.write(`since ${version}, clients may notice ${change}\n`);
  for (const change of listed) process.stdout.write(`since ${version}, breaking and listed: ${change}\n`);
  for (const change of unlisted) process.stderr.write(`since ${version}, breaking and not listed: ${change}\n`);
  if (unlisted.length === 0) return;
  process.stderr.write(
    `Undo the changes, or list each in the newest section of CHANGELOG.md, under "### ${breakingSection}", as an item that starts with "- GraphQL: " and has the path as code: - GraphQL: \`User.tel\` …\n`,
  );
  process.exitCode = 1;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
