// Names of which a project uses one for the same purpose: of each line, one excludes the others.

interface Line {
  names: string[];
  /** What the line is a choice of, as words that may stand beside a name without saying more. */
  of: string[];
}

const LINES: Line[] = [
  ['npm pnpm yarn bun', 'package manager'],
  ['pip uv poetry conda pipenv', 'package manager'],
  [
    'tab tabs tabulator tabulatoren space spaces leerzeichen espacios tabuladores espaces tabulations espaços табы пробелы',
    'indentation indent',
  ],
  [
    'english german french spanish portuguese russian chinese japanese englisch deutsch inglés español anglais français inglês português английском русском 英文 英语 中文 英語 日本語',
    'language',
  ],
  ['jest vitest mocha jasmine', 'test runner framework'],
  ['pytest unittest', 'test runner framework'],
  ['prettier biome', 'formatter'],
  ['merge rebase squash', 'strategy'],
  ['single double', 'quotes'],
  ['fetch axios', 'client'],
  ['docker podman', 'container'],
  ['camelcase snake_case kebab-case pascalcase', 'naming'],
].map(([names = '', of = '']) => ({ names: names.split(' '), of: of.split(' ') }));

/** The names of each line. */
export const ALTERNATIVES: string[][] = LINES.map(({ names }) => names);

export const whatItIsAChoiceOf = (line: number): string[] => LINES[line]?.of ?? [];

/** The line of a name, or -1. */
export const lineOf = (name: string): number => ALTERNATIVES.findIndex((names) => names.includes(name));
