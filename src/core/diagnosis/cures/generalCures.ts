import { l10n } from '../../../base/l10n.ts';
import type { Diagnosis, Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, remoteOf, stdioOf } from '../model/evidence.ts';
import { enterUrl, openSource, runInTerminal, setArgs } from '../model/remedies.ts';
import { changeValue, passwordArgument, secretsFor } from './entryValues.ts';
import { namedCommand } from './namedCommand.ts';
import { programName, useNewest } from './newestVersion.ts';

type Cures = (evidence: Evidence, diagnosis: Diagnosis) => readonly Remedy[];

/** In the source of the server, where that is on this machine. */
const toSource: Cures = ({ machine }, { place }) =>
  place?.kind === 'source' && machine.kindOf(place.file) === 'file' ? [openSource(place.file, place.line)] : [];

/** The program of the user, where it is a file of this machine. */
const toScript: Cures = (evidence) => {
  const script = stdioOf(evidence)?.args.find((arg) => /\.(?:[cm]?[jt]s|py|rb|php|sh)$/.test(arg));
  return script !== undefined && evidence.machine.kindOf(script) === 'file' ? [openSource(script, 1)] : [];
};

/** Often the server itself says which argument it wants. */
const addNamedOption: Cures = (evidence) => {
  const launch = stdioOf(evidence);
  const named =
    /\b(?:use|pass|add|try|with|set|specify|via|using)\b(?: the)?(?: flag| option)? [`'"]?(--[a-z][\w-]{2,40})\b(?!=|[`'"]? ?<)/i.exec(
      outputOf(evidence),
    )?.[1];
  if (!launch || named === undefined || launch.args.some((arg) => arg.startsWith(named))) return [];
  return [setArgs(l10n.t('Add "{0}"', named), [...launch.args, named])];
};

const changeNamedValue: Cures = (evidence, { proof = '', cause }) => changeValue(evidence, `${cause}\n${proof}`);
const newSecret: Cures = (evidence, { proof = '' }) => [...secretsFor(evidence, proof), ...passwordArgument(evidence)];
const newestVersion: Cures = (evidence) => useNewest(evidence);
const signInToImages: Cures = (evidence) => {
  const tool = programName(stdioOf(evidence)?.command ?? '');
  return tool === 'docker' || tool === 'podman'
    ? [runInTerminal(l10n.t('Sign in to the registry'), [tool, 'login'])]
    : [];
};
/** uv brings a whole Python with its libraries. */
const olderPython: Cures = (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'uvx' || launch.args.includes('--python')) return [];
  return [setArgs(l10n.t('Use Python {0}', '3.12'), ['--python', '3.12', ...launch.args])];
};
const commandNamed: Cures = (evidence) => namedCommand(evidence);
const otherUrl: Cures = (evidence) => {
  const remote = remoteOf(evidence);
  return remote ? [enterUrl(remote.url)] : [];
};

/** By the family or the whole name of a rule: what may help beyond what the rule itself knows. */
const byRule: Readonly<Record<string, readonly Cures[]>> = {
  'reported/access': [newSecret, changeNamedValue],
  'reported/network': [changeNamedValue],
  'reported/limit': [signInToImages, newSecret],
  'reported/missing': [addNamedOption, changeNamedValue],
  'reported/invalid': [addNamedOption, changeNamedValue],
  'reported/taken': [addNamedOption, changeNamedValue],
  'crash/data': [changeNamedValue],
  'http/404': [otherUrl],
  'http/405': [otherUrl],
  'http/page': [otherUrl],
  'http/other-service': [otherUrl],
  'network/host': [otherUrl],
  'network/refused': [otherUrl],
  'network/timeout': [otherUrl],
  'network/bad-port': [otherUrl],
  'network/url': [otherUrl],
  'network/socket': [otherUrl],
  'network/service': [changeNamedValue],
  'reported/unavailable': [addNamedOption],
  'program/called': [changeNamedValue],
  'program/exit-127': [newestVersion],
  argument: [changeNamedValue],
  crash: [toSource, newestVersion],
  framing: [toScript, newestVersion],
  'argument/usage': [addNamedOption],
  protocol: [newestVersion],
  runtime: [toSource, newestVersion],
  package: [newestVersion, changeNamedValue],
  path: [changeNamedValue],
  permission: [changeNamedValue],
  port: [addNamedOption, changeNamedValue],
  'reported/error': [changeNamedValue, toSource, newestVersion],
  'reported/unsupported': [addNamedOption, olderPython, newestVersion],
  'reported/failed': [addNamedOption, toSource, newestVersion],
};

/** A diagnosis whose rule knows no cure gets one that holds for its whole family, if there is one. */
export function withGeneralCures(diagnosis: Diagnosis, evidence: Evidence): Diagnosis {
  if (diagnosis.remedies.some(({ cure }) => cure !== undefined)) return diagnosis;
  const family = diagnosis.rule.split('/', 1)[0] ?? '';
  const tried = [commandNamed, ...(byRule[diagnosis.rule] ?? []), ...(byRule[family] ?? [])];
  const cures = tried.flatMap((find) => find(evidence, diagnosis)).slice(0, mostCures);
  return cures.length === 0 ? diagnosis : { ...diagnosis, remedies: [...cures, ...diagnosis.remedies] };
}

const mostCures = 3;
