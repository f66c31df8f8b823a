import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type Machine, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { ask, setArgs } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

/** A path with a blank: a shell has split it, or the user has at the arguments. */
export const pathWithBlank = rule('path/blank', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || evidence.end === undefined) return undefined;
  const found =
    inShellLine(launch, evidence) ?? inCommandLine(launch, evidence) ?? overArguments(launch, evidence.machine);
  if (!found) return byShell(launch, evidence);
  return {
    cause: l10n.t('{0} has a blank, at which it was split.', found.file),
    remedies: [setArgs(found.text, found.args)],
    ...inEntry('args', found.at),
  };
});

/** One argument of the entry, of which the program saw only the beginning. */
function byShell({ args }: StdioFacts, evidence: Evidence): Finding | undefined {
  const seen =
    /(?:Cannot find module|can't open file|Unable to access jarfile|is not recognized)[^'\n]{0,20}'([^'\n]{3,300})'/.exec(
      outputOf(evidence),
    )?.[1];
  const at = seen === undefined ? -1 : args.findIndex((arg) => arg.startsWith(`${seen} `));
  const file = args[at];
  if (file === undefined) return undefined;
  return {
    cause: l10n.t('{0} has a blank, at which it was split.', file),
    remedies: [
      setArgs(l10n.t('Put it in quotes'), args.with(at, `"${file}"`)),
      ask(l10n.t('Choose the file'), ['args', at], { what: 'file' }),
    ],
    ...inEntry('args', at),
  };
}

interface Split {
  readonly file: string;
  readonly at: number;
  readonly text: string;
  readonly args: readonly string[];
}

function inShellLine({ args }: StdioFacts, evidence: Evidence): Split | undefined {
  const at = args.findIndex((arg, index) => /^-l?i?c$/.test(args[index - 1] ?? '') && arg.includes(' '));
  const line = args[at] ?? '';
  const start = /(?:^|\s)(\/[^\s'"]{1,200}) /.exec(line);
  if (!start?.[1] || !outputOf(evidence).includes(`${start[1]}: `)) return undefined;
  const from = line.indexOf(start[1]);
  const file = existing(line.slice(from).split(' '), evidence.machine);
  if (file === undefined) return undefined;
  const quoted = `${line.slice(0, from)}"${file}"${line.slice(from + file.length)}`;
  return { file, at, text: l10n.t('Put it in quotes'), args: args.toSpliced(at, 1, quoted) };
}

/** `cmd /c "node C:\Program Files\x.js"`: its words belong into arguments of their own. */
function inCommandLine({ args }: StdioFacts, { machine }: Evidence): Split | undefined {
  const at = args.findIndex((arg, index) => /^\/[ck]$/i.test(args[index - 1] ?? '') && /\s[A-Za-z]:\\/.test(arg));
  const [, before = '', behind = ''] = /^(.*?)\s([A-Za-z]:\\.*)$/.exec(args[at] ?? '') ?? [];
  const file = at < 0 ? undefined : existing(behind.split(' '), machine);
  if (file === undefined) return undefined;
  const rest = behind
    .slice(file.length)
    .split(' ')
    .filter((word) => word !== '');
  const words = [...before.split(' '), file, ...rest];
  return { file, at, text: l10n.t('Make it one argument'), args: args.toSpliced(at, 1, ...words) };
}

function overArguments({ args }: StdioFacts, machine: Machine): Split | undefined {
  for (const [at, arg] of args.entries()) {
    if (!/^(?:\/|[A-Za-z]:[\\/])/.test(arg) || machine.kindOf(arg) !== undefined) continue;
    const file = existing(args.slice(at), machine);
    const count = file?.split(' ').length ?? 0;
    if (file !== undefined)
      return { file, at, text: l10n.t('Make it one argument'), args: args.toSpliced(at, count, file) };
  }
  return undefined;
}

/** The first words together that are a path of this machine. */
function existing(words: readonly string[], machine: Machine): string | undefined {
  for (let count = 2; count <= Math.min(words.length, 6); count++) {
    const path = words.slice(0, count).join(' ');
    if (machine.kindOf(path) !== undefined) return path;
  }
  return undefined;
}
