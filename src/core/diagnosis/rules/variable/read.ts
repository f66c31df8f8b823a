import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { withinEdits } from '../../model/nearbyFile.ts';
import { scriptOf, unsetVariables, variableFile } from '../../model/project.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { askFor, openSource } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint =
  /configur|credential|api.?key|token|secret|password|environment|\benv\b|required|missing|not set|unauthori|incomplete|sign.?in|log.?in/i;
const most = 5;

/** A server that does not say which of its variables is missing: its source does. */
export const variableRead = rule('variable/read', (evidence) => {
  const output = outputOf(evidence);
  const match = evidence.end && evidence.end.code !== 0 ? complaint.exec(output) : null;
  const names = match ? unsetVariables(evidence).slice(0, most) : [];
  const script = scriptOf(evidence);
  if (!match || names.length === 0 || script === undefined || isNamed(output)) return undefined;
  const misspelled = names.map((name) => ({ name, other: alikeIn(name, evidence) })).find(({ other }) => other);
  const { file = '' } = variableFile(evidence) ?? {};
  return {
    cause: misspelled
      ? l10n.t(
          '{0} reads the environment variable {1}, but {2} calls it {3}.',
          script,
          misspelled.name,
          file,
          misspelled.other ?? '',
        )
      : l10n.t('{0} reads environment variables that are not set: {1}.', script, names.join(', ')),
    remedies: [
      ...(misspelled ? [openSource(file, lineOf(misspelled.other ?? '', file, evidence))] : []),
      ...names.map(askFor),
    ],
    ...inEntry('env'),
    proof: lineAt(output, match.index),
    isCertain: false,
  };
});

function isNamed(output: string): boolean {
  return /\b(?!ERR_)[A-Z][A-Z0-9]+(?:_[A-Z0-9]+)+\b/.test(output);
}

function alikeIn(name: string, evidence: Evidence): string | undefined {
  const bare = (text: string): string => text.replaceAll('_', '').toUpperCase();
  return variableFile(evidence)?.names.find(
    (each) => each !== name && (bare(each) === bare(name) || withinEdits(each, name, 2)),
  );
}

function lineOf(name: string, file: string, { machine }: Evidence): number {
  return (
    machine
      .head(file)
      .split('\n')
      .findIndex((line) => line.includes(name)) + 1
  );
}

/** The variables are in a file that the server does not read. */
export function fromFile(
  names: readonly string[],
  evidence: Evidence,
): { readonly file: string; readonly remedy: Remedy } | undefined {
  const found = variableFile(evidence);
  if (!found || !stdioOf(evidence) || !names.every((name) => found.names.includes(name))) return undefined;
  return {
    file: found.file,
    remedy: {
      text: l10n.t('Let the entry read {0}', found.file),
      cure: { kind: 'edit', changes: [{ path: ['envFile'], value: found.file }] },
    },
  };
}
