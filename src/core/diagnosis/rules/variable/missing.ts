import { faultText } from '../../../../base/fault.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { openManual } from '../../cures/manual.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { EntryChange, Remedy } from '../../model/diagnosis.ts';
import { advise, askFor, setValue } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';
import { variableInvalid } from './invalid.ts';
import { missingVariables } from './missingVariables.ts';

export const variableMissing = rule('variable/missing', (evidence) => {
  const found = stdioOf(evidence) ? missingVariables(evidence) : undefined;
  if (!found) return undefined;
  const { names, proof } = found;
  const invalid = variableInvalid.diagnose(evidence);
  const also = invalid && names.every((name) => !invalid.cause.includes(name)) ? invalid : undefined;
  const cause = causeOf(names, proof, evidence);
  return {
    cause: also ? faultText({ message: cause, hint: also.cause }) : cause,
    remedies: [
      ...names.map((each) => remedyFor(each, evidence)),
      ...(also?.remedies.slice(0, 1) ?? []),
      ...renamed(names, evidence),
      advise(l10n.t('Or set it in "env" of this server.')),
    ],
    proof,
    isCertain: evidence.end !== undefined && !/\bwarn(?:ing)?\b/i.test(proof),
    ...inEntry('env'),
  };
});

function causeOf(names: readonly string[], proof: string, evidence: Evidence): string {
  const [only = '', ...others] = names;
  if (others.length === 0)
    return valueForName(only, evidence) === undefined
      ? l10n.t('The server needs the environment variable {0}, which is not set.', only)
      : l10n.t('"-e" has a value instead of the name {0}, so that this environment variable is not set.', only);
  const isOneEnough = new RegExp(`\\b${names.slice(-2).join('\\b[^,;.\\n]{0,20},? or [^,;.\\n]{0,20}\\b')}\\b`).test(
    proof,
  );
  return isOneEnough
    ? l10n.t('The server needs one of these environment variables, and none is set: {0}.', names.join(', '))
    : l10n.t('The server needs environment variables that are not set: {0}.', names.join(', '));
}

/** The entry sets a variable that begins and ends alike: API left out, or another word for a key. */
function renamed(names: readonly string[], evidence: Evidence): readonly Remedy[] {
  const set = Object.keys(stdioOf(evidence)?.env ?? {});
  const ends = (name: string): string => `${name.split('_')[0] ?? ''} ${name.split('_').at(-1) ?? ''}`;
  return names.flatMap((name) => {
    const alike = set.find((each) => each !== name && each.includes('_') && ends(each) === ends(name));
    return alike === undefined ? [] : [advise(l10n.t('"env" has {0}: rename it to {1}.', alike, name))];
  });
}

/** The secret itself behind `-e`, where Docker takes the name of a variable. */
function valueForName(name: string, evidence: Evidence): number | undefined {
  const { command = '', args = [], env = {} } = stdioOf(evidence) ?? {};
  if (!/^(?:docker|podman)$/.test(programName(command)) || args.includes(name)) return undefined;
  const at = args.findIndex(
    (arg, index) =>
      /^(?:-e|--env)$/.test(args[index - 1] ?? '') && /^(?=.*[a-z])[\w.-]{16,}$/.test(arg) && !(arg in env),
  );
  return at < 0 ? undefined : at;
}

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
  const wrong = valueForName(name, evidence);
  const args = wrong === undefined ? launch.args.toSpliced(at + 1, 0, '-e', name) : launch.args.with(wrong, name);
  return { path: ['args'], value: args };
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
