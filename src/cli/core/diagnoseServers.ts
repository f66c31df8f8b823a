import { orAborted } from '../../base/async.ts';
import { Fault, messageOf, withoutFullStop } from '../../base/fault.ts';
import { plainText } from '../../base/text/plainText.ts';
import { serverReport } from '../../core/app/serverReport.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';
import type { Learned } from '../../core/diagnosis/experiments/runExperiments.ts';
import { shellQuote } from '../../core/calls/snippets/quote.ts';
import { answeredCure } from '../../core/diagnosis/model/answeredCure.ts';
import type { Cure, Diagnosis, Remedy } from '../../core/diagnosis/model/diagnosis.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { askLine, askYesNo } from '../support/askYesNo.ts';
import type { FileProblem } from '../support/failure.ts';
import { printJson, printLines, printText, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, configuredServers, connectServer, serverNamed } from './cliCore.ts';
import { withCore } from './withCore.ts';

interface DoctorFlags {
  readonly config?: string | undefined;
  readonly input?: readonly string[] | undefined;
  readonly fix?: number | undefined;
  readonly value?: string | undefined;
  readonly yes: boolean;
  readonly report: boolean;
  readonly registry: boolean;
  readonly json: boolean;
}

interface Examined {
  readonly server: string;
  readonly state: 'ok' | 'failed' | 'not tried';
  readonly tools?: number;
  readonly message?: string;
  readonly file?: string;
  /** With the values of the launch: redacted where they are printed. */
  readonly diagnoses?: readonly Diagnosis[];
  /** What experiments found out beyond. */
  readonly learned?: readonly Learned[];
}

/** Connects to each server in turn, and tells what is wrong with those that fail. */
export function diagnoseServers(names: readonly string[], flags: DoctorFlags, io: CliIo): Promise<number> {
  return withCore(flags, io, async (core) => {
    const servers = names.length > 0 ? names.map((name) => serverNamed(core, name)) : enabledServers(core);
    if (flags.fix !== undefined && servers.length !== 1) throw new UsageError('--fix needs exactly one server.');
    const untried = names.length > 0 ? [] : core.problems;
    const examined: Examined[] = [];
    for (const server of servers) {
      showProgress(io.stderr, `Connecting to ${server.id}`);
      examined.push(await orAborted(examine(core, server, flags, io), io.stop));
    }
    const [only] = examined;
    const isFixed = flags.fix !== undefined && only && (await fix(core, only, flags.fix, flags, io));
    const last = isFixed ? [await examine(core, serverNamed(core, only.server), flags, io)] : examined;
    const all = [...last, ...untried.map(problemRow)];
    const clean = (text: string): string => core.redactor.text(plainText(text));
    if (flags.report)
      printText(io.stdout, last.map(({ server }) => serverReport(core, server, 'command line')).join('\n'));
    else if (flags.json) printJson(io.stdout, core.redactor.value(all));
    else printLines(io.stdout, ...last.flatMap(linesOf).map(clean)); // the problems stand on stderr
    return codeOf(all);
  });
}

function enabledServers(core: CliCore): readonly ManagedServer[] {
  return configuredServers(core).filter(({ id }) => !core.entry(id)?.options.disabled);
}

/** An entry that was left out, or a file: a row without a server. */
function problemRow(problem: FileProblem): FileProblem & Pick<Examined, 'state'> {
  return { state: 'not tried', ...problem };
}

async function examine(core: CliCore, server: ManagedServer, flags: DoctorFlags, io: CliIo): Promise<Examined> {
  try {
    await connectServer(core, server);
    return { server: server.id, state: 'ok', tools: server.tools.value.length };
  } catch (error) {
    const fault = Fault.is(error) ? error : undefined;
    const isUntried = fault?.code.startsWith('trust/') ?? false;
    const source = core.entry(server.id)?.source;
    return {
      server: server.id,
      state: isUntried ? 'not tried' : 'failed',
      message: messageOf(error),
      ...(source && { file: source.file }),
      ...(isUntried ? { diagnoses: [] } : await lookCloser(core, server.id, error, flags, io)),
    };
  }
}

/** Nothing is learned where the user stops it. */
async function lookCloser(
  core: CliCore,
  id: string,
  error: unknown,
  { registry }: DoctorFlags,
  { stop, stderr }: CliIo,
): Promise<Pick<Examined, 'diagnoses' | 'learned'>> {
  const learned = await core.experiment(id, error, {
    signal: stop,
    mayAskRegistry: async () => registry,
    onProgress: (title) => showProgress(stderr, `${id}: ${title}`),
  });
  return { diagnoses: diagnosesOf(error), learned };
}

const codeOf = (examined: readonly Pick<Examined, 'state'>[]): number => {
  if (examined.some(({ state }) => state === 'failed')) return 1;
  return examined.some(({ state }) => state === 'not tried') ? 2 : 0;
};

function linesOf({
  server,
  state,
  tools,
  message = '',
  file,
  diagnoses = [],
  learned = [],
}: Examined): readonly string[] {
  if (state === 'ok') return [`${server}: fine, ${tools} tools`];
  if (state === 'not tried') return [`${server}: ${withoutFullStop(message)}. Run switchboard approve ${server}.`];
  const [first] = diagnoses;
  const place = first?.place?.kind === 'entry' ? `${file}: ${first.place.path.join('.')}` : sourceOf(first);
  return [
    `${server}: ${message}`,
    ...(first ? [`  ${first.cause}`] : []),
    ...(first?.proof === undefined ? [] : [`    ${first.proof}`]),
    ...(place === undefined ? [] : [`  at ${place}`]),
    ...learned.map(({ text }) => `  - ${text}`),
    ...remediesOf({ diagnoses, learned }).map(({ text, cure }, at) => `  ${at + 1}. ${text}${commandOf(cure)}`),
  ];
}

function sourceOf(diagnosis: Diagnosis | undefined): string | undefined {
  return diagnosis?.place?.kind === 'source' ? `${diagnosis.place.file}:${diagnosis.place.line}` : undefined;
}

/** What was tried comes last: the numbers of the others stay the same. Two causes may have one remedy. */
function remediesOf({ diagnoses = [], learned = [] }: Pick<Examined, 'diagnoses' | 'learned'>): readonly Remedy[] {
  const all = [...diagnoses, ...learned].flatMap(({ remedies }) => remedies);
  return all.filter(({ text }, at) => all.findIndex((each) => each.text === text) === at);
}

function commandOf(cure: Remedy['cure']): string {
  if (cure?.kind !== 'terminal') return '';
  return `: ${cure.command.map(shellWord).join(' ')}${cure.cwd === undefined ? '' : ` (in ${cure.cwd})`}`;
}

/** To paste. A quote inside would be escaped, and a secret with it no longer found by the redactor. */
function shellWord(word: string): string {
  return word.includes("'") ? word : shellQuote(word);
}

/** Nothing that reaches beyond the entry is done from here. */
const yours: ReadonlySet<Cure['kind']> = new Set(['open', 'browse', 'terminal', 'signIn']);

/** Shows the entry as it will be, asks, and writes it. False: it is not worth another start. */
async function fix(
  core: CliCore,
  examined: Examined,
  number: number,
  { yes, value }: DoctorFlags,
  io: CliIo,
): Promise<boolean> {
  const { server } = examined;
  const remedy = remediesOf(examined)[number - 1];
  if (!remedy) throw new UsageError(`There is nothing to do with number ${number} for ${server}.`);
  if (!remedy.cure || yours.has(remedy.cure.kind))
    throw new UsageError(
      core.redactor.text(
        `Number ${number} for ${server} is for you to do: ${withoutFullStop(remedy.text)}${commandOf(remedy.cure)}.`,
      ),
    );
  if (remedy.cure.kind === 'retry') return true;
  const cure = await wholeCure(remedy.text, remedy.cure, value, io);
  const cured = core.curedEntry(server, cure);
  if (!cured) return false;
  const shown = JSON.stringify(core.redactor.value(cured.body), undefined, 2);
  printLines(io.stderr, core.redactor.text(`${remedy.text}:`), ...shown.split('\n'));
  if (!yes && !(await askYesNo('Change the file like this?', io))) return false;
  await core.cure(server, cure);
  await core.reload();
  return true;
}

/** What only the user knows is given with `--value`, or asked for. */
async function wholeCure(text: string, cure: Cure, value: string | undefined, io: CliIo): Promise<Cure> {
  return cure.kind === 'ask' ? answeredCure(cure, value ?? (await askLine(text, io))) : cure;
}
