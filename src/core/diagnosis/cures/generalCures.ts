import { l10n } from '../../../base/l10n.ts';
import type { Diagnosis, Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, remoteOf, stdioOf } from '../model/evidence.ts';
import { advise, askForFile, askForFolder, enterUrl, openSource, setArgs, tryAgain } from '../model/remedies.ts';
import { changeValue, passwordArgument, secretsFor } from './entryValues.ts';
import { openFile } from './openFile.ts';
import { openManual } from './manual.ts';
import { namedOption } from './namedOption.ts';
import { namedCommand } from './namedCommand.ts';
import { namesIn } from '../statements/names.ts';
import { subjectOf } from '../model/subject.ts';
import { sourceFile, sourcePlace } from '../model/sourcePlace.ts';
import { programName, useNewest } from './newestVersion.ts';
import { runItself } from './runItself.ts';
import { suggested } from './suggested.ts';
import { updateLibrary } from './updateLibrary.ts';

type Cures = (evidence: Evidence, diagnosis: Diagnosis) => readonly Remedy[];

/** In the source of the server, where that is on this machine. */
const toSource: Cures = (evidence, { place }) => {
  const stated = place?.kind === 'source' ? sourceFile(place.file, evidence) : undefined;
  if (stated !== undefined && place?.kind === 'source') return [openSource(stated, place.line)];
  const found = sourcePlace(evidence);
  return found ? [openSource(found.file, found.line)] : [];
};

/** The program of the user, where it is a file of this machine. */
const toScript: Cures = (evidence) => {
  const script = stdioOf(evidence)?.args.find((arg) => /\.(?:[cm]?[jt]s|py|rb|php|sh)$/.test(arg));
  const file = script === undefined ? undefined : sourceFile(script, evidence);
  return file === undefined ? [] : [openSource(file, 1)];
};

const addNamedOption: Cures = (evidence) => namedOption(evidence);

const changeNamedValue: Cures = (evidence, { proof = '', cause }) => {
  const found = changeValue(evidence, `${cause}\n${proof}`);
  const subject = subjectOf(proof);
  return found.length > 0 || subject === undefined ? found : changeValue(evidence, subject);
};
const newSecret: Cures = (evidence, { proof = '' }) => [...secretsFor(evidence, proof), ...passwordArgument(evidence)];
const newestVersion: Cures = (evidence) => useNewest(evidence);
/** uv brings a whole Python with its libraries. */
const olderPython: Cures = (evidence) => {
  const launch = stdioOf(evidence);
  if (!launch || programName(launch.command) !== 'uvx' || launch.args.includes('--python')) return [];
  return [setArgs(l10n.t('Use Python {0}', '3.12'), ['--python', '3.12', ...launch.args])];
};
const commandNamed: Cures = (evidence) => namedCommand(evidence);
const manual: Cures = (evidence) => openManual(evidence);
const newerLibrary: Cures = (evidence) => updateLibrary(evidence);
/** A path without a folder is looked for in the folder in which the server is started. */
const otherFolder: Cures = (_evidence, { proof = '' }) =>
  /no such file|cannot find the (?:file|path)|not a git repository/i.test(proof)
    ? [askForFolder(l10n.t('Choose the folder of the server'), ['cwd'])]
    : [];
/** A program that was built for a newer system. */
const otherBuild: Cures = (evidence) => {
  const { command = '' } = stdioOf(evidence) ?? {};
  return command.includes('/') && !/^(?:python|node|bun|deno|ruby|php|java)[\d.]*$/.test(programName(command))
    ? [askForFile(l10n.t('Choose another build of the program'), ['command'])]
    : [];
};
/** Spring Boot logs to stdout, and prints a banner there. */
const quietSpring: Cures = (evidence) => {
  const launch = stdioOf(evidence);
  const at = launch?.args.indexOf('-jar') ?? -1;
  if (!launch || at < 0 || programName(launch.command) !== 'java' || !/Spring|--- \[/.test(outputOf(evidence)))
    return [];
  const options = ['-Dspring.main.banner-mode=off', '-Dlogging.pattern.console='];
  return [setArgs(l10n.t('Add "{0}"', options.join(' ')), launch.args.toSpliced(at, 0, ...options))];
};
/** An application of the user, such as an editor, that is not started yet. */
const again: Cures = (evidence, { proof = '', cause }) =>
  /make sure|ensure|(?:is|are) running|start |pipe|localhost|127\.0\.0\.1|::1/i.test(`${cause} ${proof}`) ||
  /\bmake sure [^\n]{1,60} (?:is|are) (?:running|open|started)/i.test(outputOf(evidence))
    ? [tryAgain()]
    : [];
const ownSettings: Cures = (evidence, { proof = '' }) => {
  const named = namesIn(proof).find(({ name }) => /\.(?:jsonc?|ya?ml|toml|ini|properties)$|(?:^|\/)\.env/.test(name));
  const opened = named ? openFile(named.name, evidence) : [];
  if (opened.length > 0) return opened;
  const file = stdioOf(evidence)
    ?.args.map((arg) => arg.replace(/^--?[\w-]+=/, ''))
    .find((arg) => /\.(?:jsonc?|ya?ml|toml|ini|env|properties)$/.test(arg));
  return file === undefined ? [] : openFile(file, evidence);
};
const retry: Cures = () => [tryAgain()];
const meant: Cures = (evidence) => suggested(evidence);
/** Nothing else is known to help: in a terminal it can ask, and shows all that it prints. */
const inTerminal: Cures = (evidence) => (stdioOf(evidence) && evidence.end ? [runItself(evidence)] : []);
const otherUrl: Cures = (evidence) => {
  const remote = remoteOf(evidence);
  return remote ? [enterUrl(remote.url)] : [];
};

/** By the family or the whole name of a rule: what may help beyond what the rule itself knows. */
const byRule: Readonly<Record<string, readonly Cures[]>> = {
  'reported/access': [newSecret, changeNamedValue, toSource, manual, toScript],
  'reported/network': [changeNamedValue, toSource, manual, toScript],
  'reported/missing': [addNamedOption, changeNamedValue, toSource, otherFolder, manual],
  'reported/invalid': [addNamedOption, changeNamedValue, toSource, manual],
  'crash/data': [ownSettings, changeNamedValue],
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
  'network/service': [changeNamedValue, toSource, again, manual, toScript],
  'network/certificate': [otherUrl],
  http: [otherUrl],
  stated: [addNamedOption, changeNamedValue, ownSettings, toSource, otherFolder, manual, toScript, inTerminal],
  unknown: [changeNamedValue, toSource, manual, toScript, inTerminal],
  variable: [newSecret, toSource, manual, toScript],
  'reported/unavailable': [addNamedOption, newSecret, toSource, manual],
  'program/called': [changeNamedValue],
  argument: [changeNamedValue, manual, toScript],
  crash: [toSource, newestVersion, newerLibrary, toScript],
  'crash/killed': [newestVersion, retry],
  'crash/signal': [newestVersion, newerLibrary, inTerminal],
  framing: [quietSpring, toScript, toSource, newestVersion, otherBuild],
  'argument/usage': [addNamedOption],
  protocol: [newestVersion],
  'runtime/platform': [manual, toScript],
  'program/exit-127': [toScript, inTerminal],
  'port/locked': [changeNamedValue, retry],
  runtime: [toSource, newestVersion, newerLibrary],
  'package/tool': [addNamedOption],
  'package/shared-library': [newestVersion, manual, otherBuild],
  package: [toSource, newestVersion, changeNamedValue],
  path: [changeNamedValue, toSource, manual, toScript],
  permission: [changeNamedValue, toSource, manual],
  port: [addNamedOption, changeNamedValue],
  'reported/error': [ownSettings, changeNamedValue, toSource, newestVersion],
  'reported/unsupported': [addNamedOption, olderPython, newestVersion],
  'reported/failed': [addNamedOption, toSource, newestVersion],
};

/** A diagnosis whose rule knows no cure gets one that holds for its whole family, if there is one. */
export function withGeneralCures(diagnosis: Diagnosis, evidence: Evidence): Diagnosis {
  if (diagnosis.remedies.some(({ cure }) => cure !== undefined)) return diagnosis;
  const family = diagnosis.rule.split('/', 1)[0] ?? '';
  const tried = [commandNamed, meant, ...(byRule[diagnosis.rule] ?? []), ...(byRule[family] ?? [])];
  const cures = distinct(tried.flatMap((find) => find(evidence, diagnosis))).slice(0, mostCures);
  const remedies = [...cures, ...diagnosis.remedies];
  return { ...diagnosis, remedies: remedies.length > 0 ? remedies : [advise(l10n.t('See its whole output.'))] };
}

function distinct(remedies: readonly Remedy[]): readonly Remedy[] {
  return remedies.filter(({ text }, at) => remedies.findIndex((each) => each.text === text) === at);
}

const mostCures = 3;
