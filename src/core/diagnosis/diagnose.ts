import { faultText } from '../../base/fault.ts';
import { clip } from '../../base/json.ts';
import { l10n } from '../../base/l10n.ts';
import { withGeneralCures } from './cures/generalCures.ts';
import { worthwhile } from './cures/worthwhile.ts';
import { withKeyPage } from './known/createKey.ts';
import { decisiveLine } from './model/decisiveLine.ts';
import type { Diagnosis } from './model/diagnosis.ts';
import type { Evidence } from './model/evidence.ts';
import { advise } from './model/remedies.ts';
import { entryRules } from './rules/entryRules.ts';
import { generalRules, rules } from './rules/table.ts';

const shown = 3;
const longestReport = 300;

/** What is wrong, the surest and most specific first. Empty where nothing at all is known. */
export function diagnose(evidence: Evidence): readonly Diagnosis[] {
  const fitting = evidence.hasRun ? rules.filter((rule) => !entryRules.includes(rule)) : rules;
  const named = fitting.flatMap((rule) => rule.diagnose(evidence) ?? []);
  const found = named.length > 0 ? named : generalRules.flatMap((rule) => rule.diagnose(evidence) ?? []);
  const sure = found.filter(({ certainty }) => certainty === 'certain');
  const likely = found.filter(({ certainty }) => certainty === 'likely');
  // Beside what is certain a guess is noise, and often false.
  const shownOnes = found.length === 0 ? unknown(evidence) : (sure.length > 0 ? sure : likely).slice(0, shown);
  return withLog(shownOnes, found).map((each) =>
    withKeyPage(withGeneralCures(worthwhile(each, evidence), evidence), evidence),
  );
}

/** A server that fails for another reason would not be understood either while its log is on stdout. */
function withLog(shown: readonly Diagnosis[], found: readonly Diagnosis[]): readonly Diagnosis[] {
  const log = found.find(({ rule }) => rule === 'framing/json-log');
  const [first, ...others] = shown;
  if (!first || !log || first.rule === log.rule || first.rule.startsWith('transport/')) return shown;
  return [
    {
      ...first,
      cause: faultText({ message: first.cause, hint: log.cause }),
      remedies: [...first.remedies, ...log.remedies],
    },
    ...others.filter(({ rule }) => rule !== log.rule),
  ];
}

/** Nothing is claimed: the line that tells most is shown. */
function unknown(evidence: Evidence): readonly Diagnosis[] {
  const line = decisiveLine(evidence);
  if (line === undefined) return [];
  const { reports } = evidence;
  const cause =
    reports.length > 0
      ? l10n.t('It reported: {0}', clip(reports.join('; '), longestReport))
      : l10n.t('The cause is not known. The server printed: {0}', line);
  return [
    {
      rule: 'unknown',
      cause,
      proof: line,
      remedies: [advise(l10n.t('See its whole output.'))],
      certainty: 'unknown',
    },
  ];
}

const shownRemedies = 2;

/** The cause and the best remedies as one text. */
export function diagnosisText(diagnosis: Diagnosis): string {
  return faultText({ message: diagnosis.cause, hint: remedyText(diagnosis) });
}

export function remedyText({ remedies }: Diagnosis): string | undefined {
  const [first, ...others] = remedies.slice(0, shownRemedies).map(({ text }) => withFullStop(text));
  return others.reduce<string | undefined>((all, hint) => all && faultText({ message: all, hint }), first);
}

function withFullStop(text: string): string {
  if (/[.!?。！？]$/.test(text)) return text;
  return /[\u3400-\u9fff]/.test(text) ? `${text}。` : `${text}.`; // a Chinese sentence may end with a name
}
