import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

const root = path.join(__dirname, '../..');
const folder = path.join(__dirname, 'released');

/** The section of CHANGELOG.md that lists breaking changes. */
export const breakingSection = 'Changes that can break clients';

export interface ReleasedSchema {
  version: string;
  sdl: string;
}

/**
 * Returns the schema of the last release. The version of package.json may be in the changelog already before it has a tag,
 * so then the version before is accepted, too. `.ci/last-release` knows the tags and checks which one it is.
 * @throws Error if `test/support/released` has not exactly this schema
 */
export function lastReleasedSchema(changelog: string): ReleasedSchema {
  const [newest = '', before = ''] = [...changelog.matchAll(/^## (\d+\.\d+\.\d+)/gm)].map(([, found = '']) => found);
  const isOwn = newest === JSON.parse(readProjectFile('package.json')).version;
  const files = readdirSync(folder);
  const version = [newest, ...(isOwn ? [before] : [])].find((one) => files.join() === `${one}.graphql`);
  if (version === undefined) {
    throw new Error(
      `test/support/released has ${files.join(' and ')}. The last release in CHANGELOG.md is ${newest}: put its schema.graphql there as ${newest}.graphql, and no other file`,
    );
  }
  return { version, sdl: readFileSync(path.join(folder, `${version}.graphql`), 'utf8') };
}

export const readProjectFile = (file: string): string => readFileSync(path.join(root, file), 'utf8');

export interface SchemaChanges {
  /** Breaking changes that the changelog does not list. */
  unlisted: string[];
  /** Breaking changes that the changelog lists. */
  listed: string[];
  /** Changes that can change how a client behaves, such as a new value of an enum. */
  dangerous: string[];
}

/** Compares two schemas. The changelog lists a breaking change if an item of the section has its path as code. */
export async function compareSchemas(
  { version, sdl }: ReleasedSchema,
  current: string,
  changelog: string,
): Promise<SchemaChanges> {
  const items = breakingItems(changelog, version);
  const changes = await diff(buildSchema(sdl), buildSchema(current));
  const messagesOf = (level: CriticalityLevel, isWanted = (_path: string) => true) =>
    changes
      .filter(({ criticality, path: at = '' }) => criticality.level === level && isWanted(at))
      .map(({ path: at, message }) => `\`${at}\`: ${message}`);
  const isListed = (at: string) => items.some((item) => item.startsWith('- GraphQL: ') && item.includes(`\`${at}\``));
  return {
    unlisted: messagesOf(CriticalityLevel.Breaking, (at) => !isListed(at)),
    listed: messagesOf(CriticalityLevel.Breaking, isListed),
    dangerous: messagesOf(CriticalityLevel.Dangerous),
  };
}

/** The list items about breaking changes since the version. */
function breakingItems(changelog: string, version: string): string[] {
  const [since = ''] = changelog.split(`\n## ${version} `);
  const [, ...sections] = since.split(`### ${breakingSection}\n`);
  return sections.flatMap((section) => section.split(/^#/m).slice(0, 1)).flatMap((items) => items.split(/^(?=- )/m));
}
