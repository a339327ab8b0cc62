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
 * Returns the schema of the last release in the changelog.
 * @throws Error if `test/support/released` has not exactly this schema
 */
export function lastReleasedSchema(changelog: string): ReleasedSchema {
  const version = /^## (\d+\.\d+\.\d+)/m.exec(changelog)?.[1] ?? '';
  const files = readdirSync(folder);
  if (files.join() !== `${version}.graphql`) {
    throw new Error(
      `test/support/released has ${files.join(' and ')}. The last release in CHANGELOG.md is ${version}: put its schema.graphql there as ${version}.graphql, and no other file`,
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
export async function compareSchemas(released: string, current: string, changelog: string): Promise<SchemaChanges> {
  const items = breakingItems(changelog);
  const changes = await diff(buildSchema(released), buildSchema(current));
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

/** The list items about breaking changes since the last release. */
function breakingItems(changelog: string): string[] {
  const [unreleased = ''] = changelog.split(/^## (?=\d)/m);
  const [, section = ''] = unreleased.split(`### ${breakingSection}\n`);
  const [items = ''] = section.split(/^#/m);
  return items.split(/^(?=- )/m);
}
