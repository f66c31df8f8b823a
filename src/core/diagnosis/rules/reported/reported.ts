import { l10n } from '../../../../base/l10n.ts';
import { decisiveLine } from '../../model/decisiveLine.ts';
import { stdioOf } from '../../model/evidence.ts';
import { subjectOf } from '../../model/subject.ts';
import { advise } from '../../model/remedies.ts';
import { type Rule, rule } from '../../model/rule.ts';

/**
 * What the decisive line is about, where no rule knows the program that printed it. The words of the field are few:
 * something is missing, denied, taken, out of reach, not valid, too much, or not supported.
 */
function reported(
  id: string,
  words: RegExp,
  explain: (line: string, subject: string | undefined) => readonly [cause: string, advice: string],
): Rule {
  return rule(`reported/${id}`, (evidence) => {
    const line = decisiveLine(evidence);
    if (!stdioOf(evidence) || !evidence.end || evidence.end.code === 0 || line === undefined) return undefined;
    if (!words.test(line)) return undefined;
    const [cause, advice] = explain(line, subjectOf(line));
    return { cause, remedies: [advise(advice)], proof: line, isCertain: false };
  });
}

/** Clearer than the place in the source where they were noticed. */
export const reportedCauses: readonly Rule[] = [
  reported(
    'access',
    /denied|forbidden|unauthori[sz]ed|not (?:allowed|permitted|authori[sz]ed)|invalid_(?:client|grant|token)|\b40[13]\b|insufficient (?:permission|privilege|scope)|credential|拒绝|未授权/i,
    (line, subject) => [
      subject === undefined
        ? l10n.t('Access is refused to the server: {0}', line)
        : l10n.t('Access to {0} is refused to the server: {1}', subject, line),
      l10n.t('Check its credentials in "env", and what they allow.'),
    ],
  ),
  reported(
    'network',
    /refused|unreachable|timed? ?out|no route|network|(?:could not|cannot|unable to|failed to) (?:connect|reach)|connection (?:closed|reset|failed|error)|getaddrinfo|无法连接|超时/i,
    (line) => [
      l10n.t('The server cannot reach a service that it needs: {0}', line),
      l10n.t('Check that it runs, the network, the proxy, and the address in "env" or "args".'),
    ],
  ),
];

/** Where not even a place in the source is known; the most general last. */
export const reportedTroubles: readonly Rule[] = [
  reported(
    'missing',
    /not found|no such|does(?: not|n't) exist|(?:could not|couldn't|cannot|can't|unable to|failed to) (?:find|locate|open|load|resolve)|is (?:not|n't) a (?:valid )?(?:git|directory|folder|file|path|repositor)|not a git|not installed|missing|找不到|未找到|不存在|缺少/i,
    (line, subject) => [
      subject === undefined
        ? l10n.t('Something that the server needs is not there: {0}', line)
        : l10n.t('{0}, which the server needs, is not there: {1}', subject, line),
      l10n.t('Create or install it, or correct its name in "args" or "env" of this server.'),
    ],
  ),
  reported(
    'unsupported',
    /(?:not|un)[ -]?support|deprecated|incompatible|requires? (?:at least )?(?:version|node|python|v?\d)|version mismatch|too old|outdated/i,
    (line) => [
      l10n.t('The server does not fit this system or version: {0}', line),
      l10n.t('Update the server, or what it names.'),
    ],
  ),
  reported(
    'invalid',
    /invalid|malformed|unknown |illegal|unexpected|bad |not (?:a )?valid|must (?:be|have|not|contain)|expected|(?:could not|cannot|failed to|unable to) (?:parse|read|decode|convert)|required?\b|conflict/i,
    (line, subject) => [
      subject === undefined
        ? l10n.t('The server does not accept what it was given: {0}', line)
        : l10n.t('The server does not accept {0}: {1}', subject, line),
      l10n.t('Check "args" and "env" of this server against its manual.'),
    ],
  ),
  reported(
    'unavailable',
    /expired|paused|disabled|suspended|unavailable|not available|maintenance/i,
    (line, subject) => [
      subject === undefined
        ? l10n.t('Something that the server uses is not available: {0}', line)
        : l10n.t('{0}, which the server uses, is not available: {1}', subject, line),
      l10n.t('See what it names, then start the server again.'),
    ],
  ),
  reported('error', /^(?:[\w.]{0,80}(?:Error|Exception)): \S|^\w{0,20}Error: \S/, (line) => [
    l10n.t('The server ended with an error of its own: {0}', line),
    l10n.t('See its whole output, or report it to its author.'),
  ]),
  reported('failed', /\b(?:failed|failure|cannot|can't|could not|unable)\b|失败|无法/i, (line) => [
    l10n.t('Something that the server tried did not succeed: {0}', line),
    l10n.t('See its whole output, or run its command in a terminal.'),
  ]),
];
