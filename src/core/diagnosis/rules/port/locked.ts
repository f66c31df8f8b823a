import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { advise, setArgs } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** The file or folder that is held. */
function heldIn(line: string): string | undefined {
  return /(?<![\w/.:~-])((?:[A-Za-z]:\\|~?\/)[^\s'"`,;()]{3,300})/.exec(line)?.[1]?.replace(/[.:]+$/, '');
}

/** Servers of browsers have a profile of their own with it. */
function isolated(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const isKnown = launch?.args.some((arg) => /^(?:@playwright\/mcp|chrome-devtools-mcp)(?:@|$)/.test(arg)) ?? false;
  return launch && isKnown && !launch.args.includes('--isolated')
    ? [setArgs(l10n.t('Add "{0}"', '--isolated'), [...launch.args, '--isolated'])]
    : [];
}

/** Other systems let a file be replaced that is in use. */
function isOfWindows(said: string, { machine }: Evidence): boolean {
  return machine.platform === 'win32' || !/^(?:failed to|EBUSY|EPERM)/.test(said);
}

/** Only one process may use something: a database, a profile of a browser, a file. */
export const lockHeld = outputRule(
  'port/locked',
  [
    /\block\b[^\n]{0,160}(?:Resource temporarily unavailable|held by)/i,
    /(?:acquire|obtain|get)[^\n]{0,40}\block\b(?![^\n]{0,200}[Pp]ermission denied)/i,
    /database is locked|Could not set lock|Conflicting lock/i,
    /\b(?:already running|another instance|already in use by another (?:process|instance))\b/i,
    /(?:failed to (?:rename|remove|replace)|EBUSY|EPERM: operation not permitted, (?:rename|unlink|rmdir))[^\n]{0,400}/,
    /profile appears to be in use by another|Browser is already in use/,
  ],
  ([all = ''], evidence, line) =>
    isOfWindows(all, evidence)
      ? {
          cause: l10n.t(
            'Another process, perhaps an earlier instance of this server, holds what it needs: {0}',
            heldIn(line) ?? line,
          ),
          remedies: [
            ...(/user-?data-?dir|profile/i.test(line) ? isolated(evidence) : []),
            advise(l10n.t('End that process, or give this server a folder of its own.')),
          ],
          isCertain: false,
        }
      : undefined,
);
