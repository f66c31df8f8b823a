import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, openSource, setArgs } from '../../model/remedies.ts';
import { sourceFile } from '../../model/sourcePlace.ts';
import { rule } from '../../model/rule.ts';

/** `> file`, `1> file`, `&> file` and `| tee file` take stdout away; `2> file` does not. */
const takesStdout =
  /(?<![2\d>&|<-])(?:1|&)?>{1,2}\s*(?!&\s*2|\/dev\/stderr|&1)["']?([\w./$~{}-]{2,100})|\*>{1,2}\s*([\w./\\-]{2,100})/;
const runs = /\b(?:exec|node|npx|npm|python[\d.]*|uvx?|java|deno|bun|docker|dotnet|ruby|go|cargo|main|server)\b|\$@/;

/** A script, or the line of a shell, that sends what the server responds into a file. */
export const stdoutRedirected = rule('transport/redirected', (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || !(evidence.timedOut || (evidence.end && evidence.noise.length === 0))) return undefined;
  const at = launch.args.findIndex((arg, index) => /^-\w*c$/.test(launch.args[index - 1] ?? '') && isTaken(arg));
  const inLine = launch.args[at];
  const script = inLine === undefined ? lineIn(evidence) : undefined;
  const [, file, other] = takesStdout.exec(inLine ?? script?.text ?? '') ?? [];
  const target = file ?? other ?? '';
  if (inLine === undefined && script === undefined) return undefined;
  return {
    cause:
      script === undefined
        ? l10n.t('"args" sends the responses of the server into {0} instead of to stdout.', target)
        : l10n.t(
            'Line {0} of {1} sends the responses of the server into {2} instead of to stdout.',
            script.line,
            script.file,
            target,
          ),
    remedies: [
      ...(script ? [openSource(script.file, script.line)] : []),
      ...(inLine === undefined
        ? []
        : [setArgs(l10n.t('Redirect only stderr'), launch.args.with(at, onlyStderr(inLine)))]),
      advise(l10n.t('Redirect only stderr there: "2>> {0}".', target)),
    ],
    ...(script ? { place: { kind: 'source', file: script.file, line: script.line } } : {}),
    isCertain: evidence.timedOut,
  };
});

function isTaken(line: string): boolean {
  return takesStdout.test(line) && runs.test(line) && !/^\s*(?:#|echo\b|printf\b|REM\b)/i.test(line);
}

function onlyStderr(line: string): string {
  return line.replace(/\s*2>&1/, '').replace(takesStdout, (all, file: string) => `2>> ${file ?? all}`);
}

function lineIn(evidence: Evidence): { file: string; line: number; text: string } | undefined {
  const { command = '', args = [] } = stdioOf(evidence) ?? {};
  const script = [command, ...args].find((each) => /\.(?:sh|bash|zsh|bat|cmd|ps1)$/i.test(each) || each === command);
  const file = script === undefined ? undefined : sourceFile(script, evidence);
  const lines = file === undefined ? [] : evidence.machine.head(file).split('\n');
  const isScript = /^#!.*sh\b/.test(lines[0] ?? '') || /\.(?:sh|bat|cmd|ps1)$/i.test(file ?? '');
  const at = isScript ? lines.findIndex(isTaken) : -1;
  return file === undefined || at < 0 ? undefined : { file, line: at + 1, text: lines[at] ?? '' };
}
