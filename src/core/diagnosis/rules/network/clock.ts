import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf } from '../../model/evidence.ts';
import { advise, runInTerminal, tryAgain } from '../../model/remedies.ts';
import { lineAt, rule } from '../../model/rule.ts';

/** What services and libraries say to times that are too far from their own. */
const forms =
  /RequestTimeTooSkewed|difference between the request time and the current time is too large|Signature (?:expired|not yet current)[^\n]{0,60}|in a reasonable timeframe|[Tt]oken used too early|(?:iat|nbf)\b[^\n]{0,40}(?:future|not yet)|[Cc]lock (?:skew|drift|is (?:off|wrong|not in sync))|Timestamp for this request (?:was \d+ms ahead|is outside of the recvWindow)|KRB_AP_ERR_SKEW|AADSTS(?:500133|700024)\b|certificate is not yet valid|CERT_NOT_YET_VALID/;

/** Signatures and tokens hold for some minutes by the clock of the service. */
export const clockWrong = rule('network/clock', (evidence) => {
  const text = textOf(evidence);
  const match = forms.exec(text);
  if (!match || (evidence.launch.kind === 'stdio' && evidence.end === undefined)) return undefined;
  const command = commands[evidence.machine.platform] ?? ['timedatectl', 'set-ntp', 'true'];
  return {
    cause: l10n.t('The clock of this machine is wrong, so that the service refuses what is signed with its time.'),
    remedies: [
      runInTerminal(l10n.t('Set the clock by the network'), command),
      tryAgain(),
      advise(l10n.t('In a virtual machine or WSL restart that one, whose clock stops with the computer.')),
    ],
    proof: lineAt(text, match.index),
  };
});

const commands: Readonly<Record<string, readonly string[]>> = {
  darwin: ['sudo', 'sntp', '-sS', 'time.apple.com'],
  win32: ['w32tm', '/resync'],
};

function textOf(evidence: Evidence): string {
  return [...evidence.causes.map(({ message }) => message), outputOf(evidence), evidence.body ?? ''].join('\n');
}
