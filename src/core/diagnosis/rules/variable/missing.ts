import { faultText } from '../../../../base/fault.ts';
import { l10n } from '../../../../base/l10n.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { openManual } from '../../cures/manual.ts';
import { programName } from '../../cures/newestVersion.ts';
import type { EntryChange, Remedy } from '../../model/diagnosis.ts';
import { advise, askFor, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { inEntry, outputRule, rule } from '../../model/rule.ts';
import { containerRun } from '../../model/container.ts';
import { alike, plausible, possible } from './givenName.ts';
import { isOneEnough } from './either.ts';
import { variableInvalid } from './invalid.ts';
import { fromFile } from './read.ts';
import { missingVariables } from './missingVariables.ts';

export const variableMissing = rule('variable/missing', (evidence) => {
  const found = stdioOf(evidence) ? missingVariables(evidence) : undefined;
  if (!found || namesMissingPath(evidence)) return undefined;
  const { names, proof } = found;
  const invalid = variableInvalid.diagnose(evidence);
  const also = invalid && names.every((name) => !invalid.cause.includes(name)) ? invalid : undefined;
  const cause = causeOf(names, evidence);
  return {
    cause: also ? faultText({ message: cause, hint: also.cause }) : cause,
    remedies: [
      ...[fromFile(names, evidence)].flatMap((each) => (each ? [each.remedy] : [])),
      ...renamed(names, evidence, alike),
      ...handOn(names, evidence),
      ...fromArguments(names, evidence),
      ...names.map((each) => remedyFor(each, evidence)),
      ...(also?.remedies.filter(({ cure }) => cure !== undefined).slice(0, 3) ?? []),
      ...renamed(names.slice(0, 1), evidence, (name) =>
        alike(name, evidence) === undefined ? plausible(name, evidence) : undefined,
      ),
    ],
    proof,
    isCertain: evidence.end !== undefined && !/\bwarn(?:ing)?\b/i.test(proof),
    ...inEntry('env'),
  };
});

/** What it says of other variables is then only advice. */
function namesMissingPath(evidence: Evidence): boolean {
  const output = outputOf(evidence);
  return Object.values(stdioOf(evidence)?.env ?? {}).some(
    (value) => value?.startsWith('/') && output.includes(value) && evidence.machine.kindOf(value) === undefined,
  );
}

function causeOf(names: readonly string[], evidence: Evidence): string {
  const [only = '', ...others] = names;
  const inFile = fromFile(names, evidence);
  if (inFile) return l10n.t('{0} is set in {1} only, which the server does not read.', names.join(', '), inFile.file);
  const run = containerRun(evidence);
  if (run && names.every((name) => run.launch.env[name]))
    return l10n.t('"env" sets {0}, but "docker run" hands it to the container only with "-e".', names.join(', '));
  const other = others.length === 0 ? alike(only, evidence) : undefined;
  if (other !== undefined)
    return l10n.t('The server needs the environment variable {0}, but "env" has {1} instead.', only, other);
  const perhaps = others.length === 0 ? possible(only, evidence) : undefined;
  if (perhaps !== undefined)
    return l10n.t('The server needs the environment variable {0}, which is not set; "env" has {1}.', only, perhaps);
  const at = assignmentAt(only, evidence);
  if (at !== undefined)
    return l10n.t('{0} stands among the arguments, so that this environment variable is not set.', `${only}=…`);
  if (others.length === 0)
    return valueForName(only, evidence) === undefined
      ? l10n.t('The server needs the environment variable {0}, which is not set.', only)
      : l10n.t('"-e" has a value instead of the name {0}, so that this environment variable is not set.', only);
  return isOneEnough(names, evidence)
    ? l10n.t('The server needs one of these environment variables, and none is set: {0}.', names.join(', '))
    : l10n.t('The server needs environment variables that are not set: {0}.', names.join(', '));
}

function renamed(
  names: readonly string[],
  evidence: Evidence,
  find: (name: string, evidence: Evidence) => string | undefined,
): readonly Remedy[] {
  return names.flatMap((name) => {
    const old = find(name, evidence);
    const value = stdioOf(evidence)?.env[old ?? ''] ?? '';
    if (old === undefined) return [];
    const changes = [
      { path: ['env', name], value, from: ['env', old] },
      { path: ['env', old], value: undefined },
      ...handedAs(old, name, evidence),
    ];
    return [setValues(l10n.t('Rename {0} to {1}', old, name), changes)];
  });
}

/** What a container is handed has to be renamed as well. */
function handedAs(old: string, name: string, evidence: Evidence): readonly EntryChange[] {
  const run = containerRun(evidence);
  if (!run) return [];
  const { args } = run.launch;
  const isOption = (arg: string, at: number): boolean =>
    (arg === old && /^(?:-e|--env)$/.test(args[at - 1] ?? '')) || arg === `--env=${old}`;
  const renamedArgs = args.map((arg, at) => (isOption(arg, at) ? arg.replace(old, name) : arg));
  return [{ path: ['args'], value: args.some(isOption) ? renamedArgs : args.toSpliced(run.run + 1, 0, '-e', name) }];
}

/** All of them at once, where "env" has them. */
function handOn(names: readonly string[], evidence: Evidence): readonly Remedy[] {
  const found = containerRun(evidence);
  const known = names.filter((name) => found?.launch.env[name]);
  if (!found || known.length === 0) return [];
  const options = known.flatMap((name) => ['-e', name]);
  const args = found.launch.args.toSpliced(found.run + 1, 0, ...options);
  return [setArgs(l10n.t('Add "{0}"', options.join(' ')), args)];
}

/** `NAME=value` as an argument, perhaps behind "-e" or "--env", which only containers have. */
function assignmentAt(name: string, evidence: Evidence): number | undefined {
  const launch = stdioOf(evidence);
  if (!launch || containerRun(evidence)) return undefined;
  const at = launch.args.findIndex((arg) => arg.replace(/^--env=/, '').startsWith(`${name}=`));
  return at < 0 ? undefined : at;
}

function fromArguments(names: readonly string[], evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const moved = names.flatMap((name) => {
    const at = assignmentAt(name, evidence);
    return at === undefined ? [] : [{ name, at, value: (launch?.args[at] ?? '').replace(/^[^]*?=(?=[^])/, '') }];
  });
  if (!launch || moved.length === 0) return [];
  const args = launch.args.filter((arg, at) => !moved.some((each) => each.at === at || isOptionOf(arg, at, each.at)));
  const changes = moved.map(({ name, value }) => ({ path: ['env', name], value: value.replace(`${name}=`, '') }));
  return [
    setValues(l10n.t('Put {0} into "env"', moved.map(({ name }) => name).join(', ')), [
      ...changes,
      { path: ['args'], value: args },
    ]),
  ];
}

function isOptionOf(arg: string, at: number, value: number): boolean {
  return at === value - 1 && /^(?:-e|--env)$/.test(arg);
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
