import path from 'node:path';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { programName } from '../../cures/newestVersion.ts';
import { argAt, setArgs } from '../../model/remedies.ts';
import { inEntry, rule } from '../../model/rule.ts';
import { splitCommandLine } from '../../../config/edit/newServer.ts';

/** Several arguments in one: `"--port 3000"`, or `"-y some-server"`. */
export const joinedArguments = rule('argument/joined', (evidence) => {
  const launch = stdioOf(evidence);
  const at =
    launch &&
    argAt(launch, (arg) => /^-{1,2}[\w-]+\s+\S/.test(arg) || isLine(arg, launch) || isFileWithOptions(arg, evidence));
  if (!launch || at === undefined) return undefined;
  const before = launch.args[at - 1];
  if (before === '-c' || before === '-e' || before === '/c') return undefined; // a script
  const words = splitCommandLine(launch.args[at] ?? '');
  return {
    cause: l10n.t('"{0}" is one argument here, but holds several.', launch.args[at] ?? ''),
    remedies: [setArgs(l10n.t('Split it'), launch.args.toSpliced(at, 1, ...words))],
    ...inEntry('args', at),
    isCertain:
      (isLine(launch.args[at] ?? '', launch) || isFileWithOptions(launch.args[at] ?? '', evidence)) &&
      evidence.end !== undefined,
  };
});

/** A script and what is meant for it. */
function isFileWithOptions(arg: string, { machine, ...evidence }: Evidence): boolean {
  const [, file] = /^(\S+\.\w{1,5})\s+\S/.exec(arg) ?? [];
  const cwd = stdioOf({ machine, ...evidence })?.cwd ?? '/';
  if (file === undefined || machine.kindOf(path.resolve(cwd, arg)) !== undefined) return false;
  return machine.kindOf(path.resolve(cwd, file)) === 'file';
}

/** The first argument of a runner is a whole line. */
function isLine(arg: string, { command, args }: StdioFacts): boolean {
  const first = lineOf[programName(command)];
  const before = args.slice(0, args.indexOf(arg));
  return before.every((each) => /^-{1,2}y(?:es)?$/.test(each)) && first !== undefined && first.test(arg);
}

const lineOf: Readonly<Record<string, RegExp>> = {
  docker: /^(?:run|compose|exec|start|mcp)\s+\S/,
  podman: /^(?:run|compose|exec|start)\s+\S/,
  uv: /^(?:run|tool|--directory)\s+\S/,
  npm: /^(?:run|exec|start|--prefix)\s+\S/,
  pnpm: /^(?:run|exec|dlx|--dir)\s+\S/,
  npx: /^(?:-y|--yes)\s+\S|^(?:@[\w.-]+\/)?[\w.-]+(?:@[\w.-]+)?\s+[-\w/.~$]/,
  uvx: /^[\w.-]+\s+[-\w/.~$]/,
  go: /^run\s+\S/,
  cargo: /^run\s+\S/,
  dotnet: /^run\s+\S/,
  deno: /^run\s+\S/,
};

/** Quotes of a shell that became part of the value. */
export const quotedArgument = rule('argument/quoted', (evidence) => {
  const launch = stdioOf(evidence);
  const at = launch && argAt(launch, (arg) => /^(["'“‘]).+["'”’]$/.test(arg));
  if (!launch || at === undefined) return undefined;
  const bare = unquoted(launch.args[at] ?? '');
  return {
    cause: l10n.t('The quotes in {0} are part of the argument: no shell removes them.', launch.args[at] ?? ''),
    remedies: [setArgs(l10n.t('Remove the quotes'), launch.args.with(at, bare))],
    ...inEntry('args', at),
    isCertain:
      evidence.end !== undefined &&
      evidence.end.code !== 0 &&
      (/^[\w@./\\:~-]+$/.test(bare) || outputOf(evidence).includes(launch.args[at] ?? '')),
  };
});

/** A text in the form of JSON has its own quotes escaped. */
function unquoted(text: string): string {
  const bare = text.slice(1, -1);
  return text.startsWith('"') && bare.includes('\\"') ? bare.replaceAll('\\"', '"') : bare;
}
