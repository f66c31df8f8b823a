import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';
import { packageOf, programName } from './newestVersion.ts';

/** A library in which the server crashes, where it is installed by the user. */
export function updateLibrary(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  if (!launch || packageOf(evidence)) return [];
  const output = outputOf(evidence);
  const [, ofNode] =
    /[/\\]node_modules[/\\]((?:@[\w.-]{1,60}[/\\])?[\w.-]{1,60})[/\\][^\n]{1,300}:\d+/.exec(output) ?? [];
  if (ofNode !== undefined && !/_npx/.test(output))
    return [install(['npm', 'install', `${ofNode.replace('\\', '/')}@latest`], launch.cwd)];
  const [, ofPython] = /[/\\]site-packages[/\\](\w{1,60})[/\\][^\n]{1,300}/.exec(output) ?? [];
  if (ofPython === undefined) return [];
  const interpreter = programName(launch.command).startsWith('python') ? launch.command : 'python3';
  return [install([interpreter, '-m', 'pip', 'install', '--upgrade', ofPython.replaceAll('_', '-')], launch.cwd)];
}

function install(command: readonly string[], cwd: string | undefined): Remedy {
  return runInTerminal(l10n.t('Run "{0}" in a terminal', command.join(' ')), command, cwd);
}
