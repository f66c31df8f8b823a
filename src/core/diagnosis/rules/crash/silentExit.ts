import { l10n } from '../../../../base/l10n.ts';
import { runItself } from '../../cures/runItself.ts';
import { clearRunCache } from '../../cures/clearRunCache.ts';
import { programName } from '../../cures/newestVersion.ts';
import { takeCache } from '../package/cache.ts';
import { type Evidence, type StdioFacts, outputOf, stdioOf } from '../../model/evidence.ts';
import { setArgs, tryAgain } from '../../model/remedies.ts';
import { type Finding, inEntry, rule } from '../../model/rule.ts';

/** The signals with which processes are asked to end, and how Windows and shells tell them. */
function endedBy({ code, signal }: NonNullable<Evidence['end']>): string | undefined {
  if (signal !== null && /^SIG(?:TERM|INT|HUP|QUIT|PIPE)$/.test(signal)) return signal;
  const codes: Readonly<Record<number, string>> = {
    3221225786: 'Ctrl+C',
    130: 'SIGINT',
    143: 'SIGTERM',
    129: 'SIGHUP',
  };
  return code === null ? undefined : codes[code >>> 0];
}

/** It ended at once and without a word. */
export const silentExit = rule('crash/silent', (evidence) => {
  const launch = stdioOf(evidence);
  if (
    !launch ||
    !evidence.end ||
    outputOf(evidence)
      .replaceAll(/^npm (?:warn|notice|WARN)\b.*$/gm, '')
      .trim() !== ''
  )
    return undefined;
  if (evidence.end.signal === 'SIGKILL' || evidence.end.code === 137) return undefined; // that is known
  const signal = endedBy(evidence.end);
  if (signal !== undefined)
    return {
      cause: l10n.t('The server was ended from outside with {0}, before it responded.', signal),
      remedies: [tryAgain(), runItself(evidence)],
      isCertain: false,
    };
  const npm = ofNpm(launch, evidence);
  if (npm) return npm;
  const isSuccess = evidence.end.code === 0;
  const canAdd = isSuccess && !launch.args.includes('stdio') && !launch.args.some((arg) => arg.includes('stdio'));
  return {
    cause: isSuccess
      ? l10n.t('The server exited at once and without an error, as if it had nothing to do.')
      : l10n.t(
          'The server exited with code {0} and printed nothing.',
          String(evidence.end.code ?? evidence.end.signal),
        ),
    remedies: [
      ...(canAdd ? [setArgs(l10n.t('Add the argument "stdio"'), [...launch.args, 'stdio'])] : []),
      runItself(evidence),
    ],
    ...inEntry('args'),
    isCertain: false,
  };
});

/** npm ends with the number of the error of the system, without its sign. */
const codesOfNpm: Readonly<Record<number, string>> = {
  254: 'ENOENT',
  243: 'EACCES',
  217: 'ENOTEMPTY',
  190: 'ENOTEMPTY',
};

function ofNpm({ command }: StdioFacts, { end, machine }: Evidence): Finding | undefined {
  const code = end?.code ?? 0;
  const name = codesOfNpm[code];
  if (name === undefined || !/^(?:npx|npm)$/.test(programName(command))) return undefined;
  return {
    cause: l10n.t('The server exited with code {0} and printed nothing.', `${code} (npm: ${name})`),
    remedies: [name === 'EACCES' ? takeCache() : clearRunCache(machine)],
    isCertain: false,
  };
}
