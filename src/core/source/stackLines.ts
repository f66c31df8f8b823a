/** A position in a source file, as the output of a program names it. */
export interface StackPosition {
  /** As it was printed: absolute, relative or a `file:` URL. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  readonly column?: number;
  /** Where it stands in the text. */
  readonly offset: number;
  readonly length: number;
}

/** One line each, so that no text can make them slow; groups `file`, `line`, `column`. */
const forms: readonly RegExp[] = [
  /^\s*at (?:async )?(?:.{1,200}? \()?(?<file>(?:file:\/\/\/?|\/|[A-Za-z]:[\\/])[^()\n]{1,500}?):(?<line>\d{1,7}):(?<column>\d{1,7})\)?/d,
  /^\s*File "(?<file>[^"\n]{1,500})", line (?<line>\d{1,7})/d,
  /^\s*at .{1,300}? in (?<file>(?:[A-Za-z]:)?[^:\n]{1,500}):line (?<line>\d{1,7})/d,
  /^\t(?<file>(?:[A-Za-z]:)?[^\s:]{1,500}\.go):(?<line>\d{1,7})/d,
  /^\s+at (?<file>(?:\.?\.?\/|[A-Za-z]:[\\/])[^\s:]{1,500}\.rs):(?<line>\d{1,7}):(?<column>\d{1,7})/d,
  /^thread '[^']{0,100}'(?: \(\d+\))? panicked at (?<file>[^\s:]{1,500}\.rs):(?<line>\d{1,7}):(?<column>\d{1,7})/d,
  /^\s*(?:from )?(?<file>(?:[A-Za-z]:)?[^:\n]{1,500}?\.rb):(?<line>\d{1,7}):in /d,
  /^(?:#\d+ )?(?:.{0,500}? in )?(?<file>(?:[A-Za-z]:)?[^\s():]{1,500}\.php)(?:\((?<line>\d{1,7})\)|:(?<colon>\d{1,7})| on line (?<words>\d{1,7}))/d,
  // tsc: src/a.ts(3,5): error TS1005, and rustc: --> src/main.rs:3:5
  /^(?<file>(?:[A-Za-z]:)?[\w@.+ \\/-]{1,500}\.(?:[cm]?tsx?|cs|fs|vb)):?\((?<line>\d{1,7}),(?<column>\d{1,7})\): /d,
  /^\s*--> (?<file>[^\s:]{1,500}\.rs):(?<line>\d{1,7}):(?<column>\d{1,7})/d,
  // A syntax error of Node and the summary of compilers: the position stands alone or before the message.
  /^(?<file>(?:file:\/\/\/?|\/|\.{0,2}[\\/]|[A-Za-z]:[\\/])?[\w@.+ \\/-]{1,500}\.(?:[cm]?[jt]sx?|py|go|rs|cs|java|kt|rb|php)):(?<line>\d{1,7})(?::(?<column>\d{1,7}))?/d,
];

const maxLineLength = 2_000;
const maxPositions = 200;

/** The positions in a text, at most one in a line, in their order. */
export function stackPositions(text: string): readonly StackPosition[] {
  const found: StackPosition[] = [];
  let start = 0;
  for (const line of text.split('\n')) {
    const position = line.length <= maxLineLength ? positionIn(line, start) : undefined;
    if (position) found.push(position);
    if (found.length >= maxPositions) break;
    start += line.length + 1;
  }
  return found;
}

function positionIn(text: string, start: number): StackPosition | undefined {
  for (const form of forms) {
    const match = form.exec(text);
    const { file, line, colon, words, column } = (match?.groups ?? {}) as Partial<Record<string, string>>;
    const [from = 0] = match?.indices?.groups?.['file'] ?? [];
    if (!match || file === undefined || file.startsWith('node:')) continue;
    const place = { file, line: Number(line ?? colon ?? words), offset: start + from };
    const length = Math.max(file.length, endOf(match) - from);
    return { ...place, length, ...(column !== undefined && { column: Number(column) }) };
  }
  return undefined;
}

/** Behind the last number of the position. */
function endOf({ indices }: RegExpExecArray): number {
  const groups = indices?.groups ?? {};
  return Math.max(...['line', 'colon', 'words', 'column', 'file'].map((name) => groups[name]?.[1] ?? 0));
}
