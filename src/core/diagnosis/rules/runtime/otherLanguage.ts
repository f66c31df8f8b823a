import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import { type Evidence, type Machine, stdioOf } from '../../model/evidence.ts';
import { setValue } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

/** What runs a file, by its ending; the first of them is proposed. */
const runtimes: readonly (readonly [ending: RegExp, programs: readonly string[]])[] = [
  [/\.[cm]?js$/, ['node', 'bun', 'deno', 'tsx', 'electron']],
  [/\.py$/, ['python3', 'python', 'py', 'uv', 'pypy3', 'pypy']],
  [/\.rb$/, ['ruby', 'bundle', 'jruby']],
  [/\.php$/, ['php']],
  [/\.jar$/, ['java']],
  [/\.(?:sh|bash)$/, ['bash', 'sh', 'zsh']],
  [/\.dll$/, ['dotnet', 'mono']],
  [/\.lua$/, ['lua', 'luajit']],
  [/\.pl$/, ['perl']],
];
const known: ReadonlySet<string> = new Set(runtimes.flatMap(([, programs]) => programs));

/** A script that is handed to the interpreter of another language. */
export const otherLanguage = rule('runtime/other-language', (evidence) => {
  const launch = stdioOf(evidence);
  const program = programName(launch?.command ?? '').replace(/(?<=python|pypy)[\d.]+$/, '3');
  if (!launch || !evidence.end || !known.has(program)) return undefined;
  const at = launch.args.findIndex((arg) => !arg.startsWith('-'));
  const file = launch.args[at] ?? '';
  const [, fitting] = runtimes.find(([ending]) => ending.test(file)) ?? [];
  if (/\s/.test(file) && evidence.machine.kindOf(file) === undefined) return undefined; // a whole line
  if (at > 0 || !fitting || fitting.includes(program)) return undefined;
  const other = installed(fitting, evidence.machine);
  return {
    cause: l10n.t('{0} is not a program for "{1}", which the entry starts it with.', file, programName(launch.command)),
    remedies:
      other === 'java' || other === 'uv' ? [] : [setValue(l10n.t('Run it with "{0}"', other), ['command'], other)],
    ...inEntry('command'),
  };
});

function installed(programs: readonly string[], machine: Machine): string {
  return programs.find((each) => machine.findProgram(each) !== undefined) ?? programs[0] ?? '';
}

/** Whether the entry hands a file to an interpreter that reads it. */
export function isPython(evidence: Evidence): boolean {
  return /^(?:python|py|pypy)[\d.]*$/.test(programName(stdioOf(evidence)?.command ?? ''));
}
