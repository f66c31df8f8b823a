import { l10n } from '../../../../base/l10n.ts';
import { installRemedy } from '../../cures/install.ts';
import { packageOf, programName } from '../../cures/newestVersion.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../../model/evidence.ts';
import { useFound } from '../program/notFound.ts';
import { versionIn } from '../../model/installedPrograms.ts';
import { installedNode } from '../../model/installedNodes.ts';
import { askForFile, setArgs, setValue, setValues } from '../../model/remedies.ts';
import { outputRule } from '../../model/rule.ts';

/** What only a newer Node.js knows. */
export const nodeTooOld = outputRule(
  'runtime/node-old',
  [
    /(npm v?\d[\w.-]{2,20}) is known not to run on Node\.js v?\d/,
    /(?:^|\n)ERROR: (You must supply a command\.)/, // npx of npm 6, which does not know "-y"
    /requires? (?:Node(?:\.js)?|node) ?(?:version )?(>=? ?v?\d[\d.]{0,10}|v?\d[\d.]{0,10}(?: or (?:higher|later|newer|above))?)/i,
    /npm (?:ERR!|error|warn|WARN) (?:notsup|EBADENGINE)[^]{0,200}?node: '([^'\n]{1,40})'/,
    /The engine "node" is incompatible with this module\. Expected version "([^"\n]{1,40})"/,
    /(No such built-in module: node:\w{1,40})/,
    /(?:ReferenceError: )((?:\w{2,30}Stream|Blob|BroadcastChannel|MessageChannel|AbortController|AbortSignal|EventTarget|Event|Request|btoa|atob|performance|WebAssembly|URLPattern|CloseEvent|Iterator|Float16Array|queueMicrotask|globalThis|File|fetch|WebSocket|CustomEvent|navigator|structuredClone|Headers|Response|crypto|FormData) is not defined)/,
    /TypeError: (\S{1,80}(?:toSorted|toReversed|toSpliced|with|at|findLast|groupBy|withResolvers|hasOwn|replaceAll|registerHooks|isSubsetOf|union|styleText|parseEnv|loadEnvFile|getBuiltinModule|markAsUncloneable) is not a function)/,
    /((?:SyntaxError: )?(?<=npx: installed \d+ in [^\n]{1,20}\n(?:[^\n]{0,300}\n){0,6}?[^\n]{0,15})Unexpected [^\n]{1,40})/, // of npm 6
    /(SyntaxError: [^\n]{1,80})\n(?:\s+at [^\n]{1,200}\n){0,3}?\s+at [^\n]{1,80}\(internal\/modules\//, // before Node.js 16
    /(SyntaxError: Unexpected token (?:\?|\.|=|\*\*))\n/,
    /(SyntaxError: (?:Unexpected token '(?:\?\?=|\|\|=|&&=|\?|\.|with)'|Invalid regular expression flags))/,
    /(?:minimum|at least|requires?|needs?|upgrade to)[^\n]{0,30}Node(?:\.js)?[^\n]{0,20}?(v?\d{2}[\d.]{0,8}\+?)/i,
    /(?:Unsupported|unsupported|old|outdated) (?:version of )?Node(?:\.js)?(?: version)?[^\n]{0,40}?(v?\d{1,2}[\d.]{0,8})/,
    /(?:^|\n)(?:node: )(bad option: --(?:experimental-\S{1,60}|env-file\S{0,60}|import|permission|watch\S{0,20}|run|test\S{0,40}|allow-\S{1,40}|disable-warning\S{0,60}|no-experimental-\S{1,60}|strip-types|use-system-ca)|--\S{1,60} is not allowed in NODE_OPTIONS)(?=\s|$)/,
  ],
  ([, what = ''], evidence, line) =>
    (/^npm (?:warn|WARN)/.test(line) && saysOther(outputOf(evidence))) ||
    (what.startsWith('You') && !stdioOf(evidence)?.args.some((arg) => !arg.startsWith('-')))
      ? undefined
      : {
          cause: causeOf(what, currentNode.exec(outputOf(evidence))?.[1] ?? nodeOfCommand(evidence)),
          remedies: [
            ...(/^npm |^You/.test(what) ? otherNpx(evidence) : withNewerNode(evidence)),
            askForFile(l10n.t('Choose the program'), ['command']),
          ],
        },
);

/** npx itself does not start: it can fetch no newer Node.js either. */
function otherNpx(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const npx = installedNode((major) => major >= older, evidence.machine)?.replace(/node$/, 'npx');
  return launch && npx !== undefined && npx !== launch.command && evidence.machine.kindOf(npx) === 'file'
    ? [useFound(npx, launch, evidence)]
    : [installRemedy('node', evidence.machine)];
}

/** npm only warns of the version, and the server tells something else. */
function saysOther(output: string): boolean {
  const own = output.replaceAll(/^npm (?:warn|WARN)[^\n]*\n?/gm, '');
  return (
    /^(?:Error|error|fatal)\b[^\n]{0,200}\b(?:provided|required|missing|not set|invalid|denied|refused)\b/m.test(own) &&
    !/\b(?:Syntax|Type|Reference)Error\b|Node\.js v\d/.test(own)
  );
}

/** As Node.js itself, npm and servers print the version that they are run with. */
const currentNode =
  /(?:(?:^|\n)Node\.js v|not to run on Node\.js v|current:? \{? ?"?node"?: ['"]v?|Actual:[^\n]{0,60}"node":"v?|(?:running|using|current(?: version)?(?: is)?|detected|found|got)[: ]+(?:on )?(?:Node(?:\.js)?(?: version)?[: ]+)?v?)(\d{1,3}\.\d[\d.]{0,8}\d)/i;

/** A version manager has the version in the path. */
function nodeOfCommand(evidence: Evidence): string | undefined {
  const { command = '' } = stdioOf(evidence) ?? {};
  const file = /[/\\]/.test(command) ? command : evidence.machine.findProgram(command);
  const version = file !== undefined && /[/\\]v?\d+\.\d+\.\d+[/\\]/.test(file) ? versionIn(file) : '';
  return version === '' ? undefined : version;
}

function causeOf(what: string, now: string | undefined): string {
  return now === undefined
    ? l10n.t('The server needs a newer Node.js than the one it was started with: {0}', what)
    : l10n.t('The server needs a newer Node.js than {0}, with which it was started: {1}', now, what);
}

/** npm has Node.js itself as a package: nothing on this system is changed. */
export function withNewerNode(evidence: Evidence): readonly Remedy[] {
  const launch = stdioOf(evidence);
  const text = l10n.t('Run it with Node.js {0}', newer);
  const runner = programName(launch?.command ?? '');
  const there =
    installedNode((major) => major >= least, evidence.machine) ??
    installedNode((major) => major >= older && major > current(evidence), evidence.machine);
  const npx = there?.replace(/node$/, 'npx');
  if (launch && runner === 'node')
    return [
      ...(there === undefined ? [] : [setValue(l10n.t('Use {0}', there), ['command'], there)]),
      setValues(text, [
        { path: ['command'], value: 'npx' },
        { path: ['args'], value: ['-y', `node@${newer}`, ...launch.args] },
      ]),
    ];
  if (!launch || !packageOf(evidence) || runner !== 'npx') return [];
  if (npx !== undefined && npx !== launch.command && evidence.machine.kindOf(npx) === 'file')
    return [useFound(npx, launch, evidence)];
  // The inner one finds the program of the package, whatever that is called.
  return [setArgs(text, ['-y', `--package=node@${newer}`, 'npx', ...launch.args])];
}

/** The major version that runs the server, as far as it is known. */
function current(evidence: Evidence): number {
  const said = currentNode.exec(outputOf(evidence))?.[1] ?? nodeOfCommand(evidence);
  return Number(/^\d+/.exec(said ?? '')?.[0] ?? 0);
}

/** Enough for many. */
const older = 20;
const newer = '24';
/** What most packages need today. */
const least = 22;
