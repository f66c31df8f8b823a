import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, type StdioFacts, stdioOf } from '../../model/evidence.ts';
import { ask, setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';

const interpreters = /^(?:node|python[\d.]*|py|ruby|php|perl|lua|irb|Rscript|R)$/;

/** An interpreter waits for a program on its stdin. */
export const scriptNotNamed = rule('program/no-script', (evidence) => {
  const launch = stdioOf(evidence);
  const name = programName(launch?.command ?? '');
  if (!launch || !interpreters.test(name) || launch.args.some((arg) => !/^-[uIiBEsWvX]$/.test(arg))) return undefined;
  if (!evidence.timedOut && !evidence.end && evidence.causes.length === 0) return undefined;
  if (/--(?:require|import)\b/.test(launch.env['NODE_OPTIONS'] ?? '')) return undefined; // that is the server
  return {
    cause: l10n.t('"args" names no file for "{0}" to run, so it waits for a program instead of for messages.', name),
    remedies: [
      ...likelyScript(name, evidence),
      ask(l10n.t('Choose the file'), ['args', launch.args.length], { what: 'file' }),
    ],
    ...inEntry('args'),
  };
});

/** The usual names, in the working folder. */
function likelyScript(name: string, evidence: Evidence): readonly Remedy[] {
  const { cwd, args = [] } = stdioOf(evidence) ?? {};
  const files = name.startsWith('py')
    ? ['server.py', 'main.py', 'src/server.py', 'src/main.py', 'app.py']
    : ['dist/index.js', 'build/index.js', 'index.js', 'server.js', 'dist/server.js', 'index.mjs', 'server.mjs'];
  const found =
    cwd === undefined
      ? undefined
      : files.map((file) => path.join(cwd, file)).find((file) => evidence.machine.kindOf(file) === 'file');
  return found === undefined ? [] : [setArgs(l10n.t('Use {0}', found), [...args, found])];
}

/** A shell takes a line only behind its option; else it is the name of a file. */
export const shellWithoutOption = rule('program/shell-option', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !(evidence.end || evidence.timedOut)) return undefined;
  const option = optionFor(
    launch,
    (file) => evidence.machine.kindOf(path.resolve(launch.cwd ?? '/', file)) !== undefined,
  );
  if (option === undefined) return undefined;
  const args = option === '-c' ? ['-c', launch.args.join(' ')] : [option, ...launch.args];
  return {
    cause: l10n.t('"{0}" runs a command only behind "{1}", which is missing.', programName(launch.command), option),
    remedies: [setArgs(l10n.t('Add "{0}"', option), args)],
    ...inEntry('args', 0),
  };
});

function optionFor({ command, args }: StdioFacts, isThere: (file: string) => boolean): string | undefined {
  const name = programName(command).toLowerCase();
  const [first = ''] = args;
  if (name === 'cmd') return args.some((arg) => /^\/[ck]$/i.test(arg)) || first === '' ? undefined : '/c';
  if (!/^(?:ba|z|da|k)?sh$/.test(name) || first === '' || first.startsWith('-') || isThere(first)) return undefined;
  return /\s|&&|[;|]/.test(first) || shellWords.test(first) ? '-c' : undefined;
}

/** Behind its option a shell runs one argument; the others only become its parameters. */
export const shellFirstWord = rule('program/shell-word', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !(evidence.end || evidence.timedOut)) return undefined;
  const words = [launch.command, ...launch.args];
  const at = words.findIndex(
    (word, index) => /^-[a-z]*c$/.test(word) && shells.test(programName(words[index - 1] ?? '')),
  );
  const [first = '', ...others] = at < 0 ? [] : words.slice(at + 1);
  if (!/^[\w./@-]+$/.test(first) || others.length === 0) return undefined;
  const line = [first, ...others].map(asWord).join(' ');
  return {
    cause: l10n.t(
      '"{0}" runs only the one argument behind "{1}": here it is "{2}", without what follows.',
      programName(words[at - 1] ?? ''),
      words[at] ?? '',
      first,
    ),
    remedies: [setArgs(l10n.t('Make one argument of them: {0}', line), [...launch.args.slice(0, at), line])],
    ...inEntry('args', at),
  };
});

const shells = /^(?:ba|z|da|k)?sh$/;

function asWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const shellWords = /^(?:npx|npm|node|python3?|uvx?|cd|source|export|docker|exec)$/;
