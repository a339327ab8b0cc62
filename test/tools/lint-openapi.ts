import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core';
import { oas } from '@stoplight/spectral-rulesets';
import { document, documentOfAdmins } from '../support/rest-document';

/**
 * `npm --prefix test/tools run openapi`: fails if Redocly or Spectral finds anything in a document that the code makes,
 * with their recommended rules for OpenAPI. No rule is off.
 *
 * Redocly is the command, a package without dependencies. Its usage data and its search for updates are off. Spectral is
 * the library: the command has 86 packages more, and the document has no reference for which Spectral would use the
 * network.
 */

const linters = { Redocly: redocly, Spectral: spectral };

function redocly(document: object): string[] {
  const folder = mkdtempSync(path.join(tmpdir(), 'gatehouse-openapi-'));
  const file = path.join(folder, 'openapi.json');
  writeFileSync(file, JSON.stringify(document));
  const command = path.join(__dirname, 'node_modules/.bin/redocly');
  const config = path.join(__dirname, 'redocly.yaml');
  const env = { PATH: process.env.PATH, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };
  try {
    const output = execFileSync(command, ['lint', file, '--config', config, '--format', 'json'], {
      env,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    return problemsIn(output);
  } catch (error) {
    // The exit code is 1 if there are errors.
    return problemsIn((error as { stdout: string }).stdout);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface RedoclyOutput {
  problems: { ruleId: string; severity: string; message: string; location: { pointer?: string }[] }[];
}

function problemsIn(output: string): string[] {
  const { problems }: RedoclyOutput = JSON.parse(output);
  return problems.map(
    ({ ruleId, severity, message, location }) => `${severity} ${ruleId} at ${location[0]?.pointer}: ${message}`,
  );
}

const severities = ['error', 'warn', 'information', 'hint'];

async function spectral(document: object): Promise<string[]> {
  const linter = new Spectral();
  linter.setRuleset({ extends: [[oas as RulesetDefinition, 'recommended']] });
  const results = await linter.run(JSON.stringify(document));
  return results.map(
    ({ code, severity, path, message }) => `${severities[severity]} ${code} at #/${path.join('/')}: ${message}`,
  );
}

async function main(): Promise<void> {
  for (const [name, lint] of Object.entries(linters)) {
    const problems = [...(await lint(document)), ...(await lint(documentOfAdmins))];
    const count = (severity: string) => problems.filter((problem) => problem.startsWith(severity)).length;
    for (const problem of problems) process.stdout.write(`${name}: ${problem}\n`);
    process.stdout.write(`${name}: ${count('error')} errors, ${count('warn')} warnings\n`);
    if (problems.length > 0) process.exitCode = 1;
  }
}

void main();
