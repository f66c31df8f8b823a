import { orAborted } from '../../base/async.ts';
import { Fault, messageOf, withoutFullStop } from '../../base/fault.ts';
import { plainText } from '../../base/text/plainText.ts';
import { serverReport } from '../../core/app/serverReport.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';
import { weigh } from '../../core/diagnosis/experiments/weigh.ts';
import type { Diagnosis } from '../../core/diagnosis/model/diagnosis.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import type { FileProblem } from '../support/failure.ts';
import { printJson, printLines, printText, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, configuredServers, connectServer, serverNamed } from './cliCore.ts';
import { cureServer } from './cureServer.ts';
import { type Examined, commandOf, remediesOf } from './examined.ts';
import { serverFailure } from './serverFailure.ts';
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

/** Connects to each server in turn, and tells what is wrong with those that fail. */
export function diagnoseServers(names: readonly string[], flags: DoctorFlags, io: CliIo): Promise<number> {
  return withCore(flags, io, async (core) => {
    const servers = names.length > 0 ? names.map((name) => serverNamed(core, name)) : enabledServers(core);
    if (flags.fix !== undefined && servers.length !== 1) throw new UsageError('--fix needs exactly one server.');
    if (flags.value !== undefined && flags.fix === undefined) throw new UsageError('--value goes with --fix.');
    const untried = names.length > 0 ? [] : core.problems;
    const examined: Examined[] = [];
    for (const server of servers) {
      showProgress(io.stderr, `Connecting to ${server.id}`);
      examined.push(await orAborted(examine(core, server, flags, io), io.stop));
    }
    const [only] = examined;
    const isFixed = flags.fix !== undefined && only && (await cureServer(core, only, flags.fix, flags, io));
    const last = isFixed ? [await examine(core, serverNamed(core, only.server), flags, io)] : examined;
    if (isFixed && last[0]?.state === 'not tried')
      printLines(io.stderr, `Changed. Approve it with: switchboard approve ${only.server}`);
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
    // Of the approval, or of the entry: nothing was started.
    const isUntried = /^(?:trust|config)\/|^cancelled$/.test(fault?.code ?? '');
    const source = core.entry(server.id)?.source;
    const { hint } = serverFailure(core, server, error);
    return {
      server: server.id,
      state: isUntried ? 'not tried' : 'failed',
      message: messageOf(error),
      ...(isUntried && hint !== undefined && { hint }),
      ...(source && { file: source.file }),
      ...(isUntried ? { diagnoses: diagnosesOf(error) } : await lookCloser(core, server.id, error, flags, io)),
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
  return weigh(diagnosesOf(error), learned);
}

const codeOf = (examined: readonly Pick<Examined, 'state'>[]): number => {
  if (examined.some(({ state }) => state === 'failed')) return 1;
  return examined.some(({ state }) => state === 'not tried') ? 2 : 0;
};

function linesOf({
  server,
  state,
  tools = 0,
  message = '',
  hint,
  file,
  diagnoses = [],
  learned = [],
}: Examined): readonly string[] {
  if (state === 'ok') return [`${server}: fine, ${tools} ${tools === 1 ? 'tool' : 'tools'}`];
  if (state === 'not tried')
    return [
      [`${server}: ${withoutFullStop(message)}.`, ...(hint === undefined ? [] : [hint])].join(' '),
      ...numbered({ diagnoses }),
    ];
  const [first] = diagnoses;
  const place = first?.place?.kind === 'entry' ? `${file}: ${first.place.path.join('.')}` : sourceOf(first);
  return [
    `${server}: ${message}`,
    ...(first ? [`  ${first.cause}`] : []),
    ...(first?.proof === undefined ? [] : [`    ${first.proof}`]),
    ...(place === undefined ? [] : [`  at ${place}`]),
    ...learned.map(({ text }) => `  - ${text}`),
    ...numbered({ diagnoses, learned }),
  ];
}

function numbered(examined: Pick<Examined, 'diagnoses' | 'learned'>): readonly string[] {
  return remediesOf(examined).map(({ text, cure }, at) => `  ${at + 1}. ${text}${commandOf(cure)}`);
}

function sourceOf(diagnosis: Diagnosis | undefined): string | undefined {
  return diagnosis?.place?.kind === 'source' ? `${diagnosis.place.file}:${diagnosis.place.line}` : undefined;
}
