import { createMigration } from './migration-draft';

/** Runs `npm run migrate:new -- <name>` for developers: writes a migration for the changes of the schema. */
async function main(): Promise<void> {
  const [name = '', option] = process.argv.slice(2);
  if (!/^[a-z][a-z0-9_]*$/.test(name) || (option !== undefined && option !== '--no-transaction')) {
    throw new Error(
      'usage: npm run migrate:new -- <name> [--no-transaction], with a name of lower-case letters, digits and _',
    );
  }
  const folder = await createMigration(name, new Date(), { inTransaction: option === undefined });
  process.stdout.write(
    folder
      ? `prisma/migrations/${folder}/migration.sql\n`
      : 'no new migration: the migrations already match prisma/schema.prisma\n',
  );
}

main().then(
  // A timer of the schema engine would keep the process alive for ten seconds.
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  },
);
