/** The words of a command line, with quotes as in a shell. */
export function splitCommandLine(line: string): readonly string[] {
  const words: string[] = [];
  for (const [, double, single, plain] of line.matchAll(/"([^"]*)"|'([^']*)'|([^\s"']+)/g))
    words.push(double ?? single ?? plain ?? '');
  return words;
}
