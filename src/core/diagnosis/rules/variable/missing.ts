import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { openManual } from '../../cures/manual.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { EntryChange, Remedy } from '../../model/diagnosis.ts';
import { advise, askFor, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';
import { missingVariables } from './missingVariables.ts';

export const variableMissing = rule('variable/missing', (evidence) => {
  const found = stdioOf(evidence) ? missingVariables(evidence) : undefined;
  if (!found) return undefined;
  const { names, proof } = found;
  const list = names.join(', ');
  return {
    cause:
      names.length === 1
        ? l10n.t('The server needs the environment variable {0}, which is not set.', list)
        : l10n.t('The server needs environment variables that are not set: {0}.', list),
    remedies: [...names.map((each) => remedyFor(each, evidence)), advise(l10n.t('Or set it in "env" of this server.'))],
    proof,
    isCertain: evidence.end !== undefined && !/\bwarn(?:ing)?\b/i.test(proof),
    ...inEntry('env'),
  };
});

function remedyFor(name: string, evidence: Evidence): Remedy {
  if (name === 'HOME')
    return setValue(l10n.t('Use "{0}" for the home folder', '${userHome}'), ['env', name], '${userHome}');
  const remedy = askFor(name);
  const option = intoContainer(name, evidence);
  return option && remedy.cure?.kind === 'addInput' ? { ...remedy, cure: { ...remedy.cure, also: [option] } } : remedy;
}

/** Docker hands on only the variables that it is told. */
function intoContainer(name: string, evidence: Evidence): EntryChange | undefined {
  const launch = stdioOf(evidence);
  const at = launch?.args.indexOf('run') ?? -1;
  if (!launch || at < 0 || !/^(?:docker|podman)$/.test(programName(launch.command))) return undefined;
  if (launch.args.some((arg) => arg === name || arg.startsWith(`${name}=`) || arg === `--env=${name}`))
    return undefined;
  return { path: ['args'], value: launch.args.toSpliced(at + 1, 0, '-e', name) };
}

/** Not even the number of them is said. */
export const someVariables = outputRule(
  'variable/some',
  [
    /(?:environment variables?|env(?:ironment)? vars?|required configuration|\.env(?: file)?) (?:is |are |was |were )?(?:not (?:set|configured|defined|found|loaded|present)|missing|required)/i,
    /(?:missing|check|set)(?: the| your| all| required)* (?:environment variables?|env vars?|\.env file)/i,
  ],
  (_match, evidence) =>
    stdioOf(evidence) &&
    evidence.end && {
      cause: l10n.t('The server needs environment variables that are not set, and does not say which.'),
      remedies: [...openManual(evidence), advise(l10n.t('See its manual for the variables that it needs.'))],
      ...inEntry('env'),
      isCertain: false,
    },
);

/** Rust says only that a variable is not there. */
export const unnamedVariable = outputRule(
  'variable/unnamed',
  [/panicked at ([^\n:]{1,200}):(\d{1,6}):\d{1,6}:\n[^\n]{0,100}\bNotPresent\b/],
  ([, file = '', line = ''], evidence) =>
    stdioOf(evidence) && {
      cause: l10n.t(
        'The server needs an environment variable that is not set, and does not say which ({0}, line {1}).',
        file,
        line,
      ),
      remedies: [advise(l10n.t('See its manual for the variables that it needs.'))],
      place: { kind: 'source', file, line: Number(line) },
      isCertain: false,
    },
);
