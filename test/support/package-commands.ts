/** The package of browsers and services. */
export const ofClient = '@gatehouse-auth/client';

export interface PackageCommand {
  file: string;
  line: number;
  program: 'npx' | 'npm install' | 'npm init';
  args: string[];
}

/**
 * The commands in a document that install packages or run programs of packages, in code or in code blocks. `npm ci` and
 * `npm run` are none: they take what the folder names.
 */
export function packageCommands(file: string, text: string): PackageCommand[] {
  const code = [...text.matchAll(/^ *```[^\n]*\n(.*?)^ *```$|`([^`]+)`/gms)];
  return code.flatMap((match) => {
    // Prose may break a line inside of a command.
    const written = match[1] ?? match[2]?.replaceAll('\n', ' ') ?? '';
    const start = match.index + Math.max(0, match[0].indexOf(written));
    const found = written.matchAll(
      /\b(npx|npm (?:(?:--\S+|-\w) )*(?:install|i|add|exec|x|init|create))(?![\w-])((?:[^\n;&|)]|\\\n)*)/g,
    );
    return [...found].map(([, program = '', rest = ''], i) => ({
      file,
      line: text.slice(0, start).split('\n').length + i,
      program:
        program === 'npx' || /exec|x$/.test(program) ? 'npx' : /init|create/.test(program) ? 'npm init' : 'npm install',
      args: rest.split(/[\s\\]+/).filter(Boolean),
    }));
  });
}

/** The packages that a program imports when it runs, without those of Node. */
export function packagesImportedBy(program: string): string[] {
  const names = [...program.matchAll(/^import (?!type )(?:.* from )?'([^'.][^']*)';$/gm)].map(([, name = '']) => name);
  const ofPackage = (name: string) =>
    name
      .split('/')
      .slice(0, name.startsWith('@') ? 2 : 1)
      .join('/');
  return names.filter((name) => !name.startsWith('node:')).map(ofPackage);
}
