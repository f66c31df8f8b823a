import { l10n } from '../../../../base/l10n.ts';
import type { EntryPath, Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { ask, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint = /JSON|json|Expecting property name|decode|parse|Unexpected token/;

/** A value that should be JSON and is not: single quotes, a comma too many, quotes that a shell has taken. */
export const jsonValueBroken = rule('variable/json', (evidence) => {
  const output = outputOf(evidence);
  const match = complaint.exec(output);
  const found = evidence.end && match ? valuesOf(evidence).find(([, value]) => isBroken(value)) : undefined;
  if (!found || !match) return undefined;
  const [path, value] = found;
  return {
    cause: l10n.t('The value of {0} is not valid JSON: {1}', String(path[1]), whyOf(value)),
    remedies: repair(path, value),
    ...inEntry(...path),
    proof: lineAt(output, match.index),
  };
});

function valuesOf(evidence: Evidence): readonly (readonly [EntryPath, string])[] {
  const { env = {}, args = [] } = stdioOf(evidence) ?? {};
  return [
    ...Object.entries(env).map(([name, value]) => [['env', name], value ?? ''] as const),
    ...args.map((arg, at) => [['args', at], arg] as const),
  ];
}

function isBroken(value: string): boolean {
  return /^\s*[{[][^]*[}\]]\s*$/.test(value) && !value.includes('${') && parsed(value) === undefined;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined; // that is what is asked
  }
}

function whyOf(value: string): string {
  if (/'\s*[:,}\]]|[{[,]\s*'/.test(value)) return l10n.t('it has single quotes.');
  if (/,\s*[}\]]/.test(value)) return l10n.t('it has a comma too many.');
  return value.includes('"') ? l10n.t('a quote, comma or bracket is missing.') : l10n.t('it has no quotes.');
}

function repair(path: EntryPath, value: string): readonly Remedy[] {
  const enter = ask(l10n.t('Enter another value for {0}', String(path[1])), path, { now: value });
  const tries = [
    value.replaceAll("'", '"'),
    value.replaceAll(/,(?=\s*[}\]])/g, ''),
    value.replaceAll("'", '"').replaceAll(/,(?=\s*[}\]])/g, ''),
  ];
  const fixed = tries.find((each) => parsed(each) !== undefined);
  return [...(fixed === undefined ? [] : [setValue(l10n.t('Use {0}', l10n.t('double quotes')), path, fixed)]), enter];
}
