import { createInterface } from 'node:readline/promises';
import { orAborted } from '../../base/async.ts';
import { Fault, messageOf, withoutFullStop } from '../../base/fault.ts';
import { plainText } from '../../base/plainText.ts';
import { diagnosesOf } from '../../core/diagnosis/diagnosedFault.ts';
import type { Diagnosis, Remedy } from '../../core/diagnosis/model/diagnosis.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { printJson, printLines, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import type { CliIo } from '../support/verb.ts';
import { type CliCore, connectServer, openCore, serverNamed } from './cliCore.ts';

interface DoctorFlags {
  readonly config?: string | undefined;
  readonly input?: readonly string[] | undefined;
  readonly fix?: number | undefined;
  readonly yes: boolean;
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
}

/** Connects to each server in turn, and tells what is wrong with those that fail. */
export async function diagnoseServers(names: readonly string[], flags: DoctorFlags, io: CliIo): Promise<number> {
  const core = await openCore(flags, io);
  try {
    const servers = names.length > 0 ? names.map((name) => serverNamed(core, name)) : configured(core);
    const examined: Examined[] = [];
    for (const server of servers) {
      showProgress(io.stderr, `Connecting to ${server.id}`);
      examined.push(await orAborted(examine(core, server), io.stop));
    }
    const [only] = examined;
    const isFixed = flags.fix !== undefined && (await fix(core, examined, flags.fix, flags.yes, io));
    const last = isFixed && only ? [await examine(core, serverNamed(core, only.server))] : examined;
    const clean = (text: string): string => core.redactor.text(plainText(text));
    if (flags.json) printJson(io.stdout, core.redactor.value(last));
    else printLines(io.stdout, ...last.flatMap(linesOf).map(clean));
    return codeOf(last);
  } finally {
    await Promise.all(core.servers.value.map((server) => server.stop()));
    core.dispose();
  }
}

function configured(core: CliCore): readonly ManagedServer[] {
  const servers = core.servers.value.filter(({ id }) => id !== core.embeddedId);
  if (servers.length === 0) throw core.nothingConfigured;
  return servers.filter(({ id }) => !core.entry(id)?.options.disabled);
}

async function examine(core: CliCore, server: ManagedServer): Promise<Examined> {
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
      diagnoses: isUntried ? [] : diagnosesOf(error),
    };
  }
}

const codeOf = (examined: readonly Examined[]): number => {
  if (examined.some(({ state }) => state === 'failed')) return 1;
  return examined.some(({ state }) => state === 'not tried') ? 2 : 0;
};

function linesOf({ server, state, tools, message = '', file, diagnoses = [] }: Examined): readonly string[] {
  if (state === 'ok') return [`${server}: fine, ${tools} tools`];
  if (state === 'not tried') return [`${server}: ${withoutFullStop(message)}. Run switchboard approve ${server}.`];
  const [first] = diagnoses;
  const place = first?.place?.kind === 'entry' ? `${file}: ${first.place.path.join('.')}` : sourceOf(first);
  return [
    `${server}: ${message}`,
    ...(first ? [`  ${first.cause}`] : []),
    ...(first?.proof === undefined ? [] : [`    ${first.proof}`]),
    ...(place === undefined ? [] : [`  at ${place}`]),
    ...remediesOf(diagnoses).map(({ text, cure }, at) => `  ${at + 1}. ${text}${commandOf(cure)}`),
  ];
}

function sourceOf(diagnosis: Diagnosis | undefined): string | undefined {
  return diagnosis?.place?.kind === 'source' ? `${diagnosis.place.file}:${diagnosis.place.line}` : undefined;
}

function remediesOf(diagnoses: readonly Diagnosis[]): readonly Remedy[] {
  return diagnoses.flatMap(({ remedies }) => remedies);
}

function commandOf(cure: Remedy['cure']): string {
  if (cure?.kind !== 'terminal') return '';
  return `: ${cure.command.join(' ')}${cure.cwd === undefined ? '' : ` (in ${cure.cwd})`}`;
}

/** Shows the entry before and after, asks, and writes it. False: nothing was changed. */
async function fix(
  core: CliCore,
  examined: readonly Examined[],
  number: number,
  yes: boolean,
  io: CliIo,
): Promise<boolean> {
  const [only, another] = examined;
  if (!only || another) throw new UsageError('--fix needs exactly one server.');
  const remedy = remediesOf(only.diagnoses ?? [])[number - 1];
  if (!remedy?.cure) throw new UsageError(`There is nothing to do with number ${number} for ${only.server}.`);
  const cured = core.curedEntry(only.server, remedy.cure);
  if (!cured) return false;
  printLines(io.stderr, `${remedy.text}:`, ...JSON.stringify(cured.body, undefined, 2).split('\n'));
  if (!yes && !(await isAgreed(io))) return false;
  await core.cure(only.server, remedy.cure);
  await core.reload();
  return true;
}

async function isAgreed({ stdin, stderr }: CliIo): Promise<boolean> {
  if (!('isTTY' in stdin) || stdin.isTTY !== true) throw new UsageError('Add --yes: there is no terminal to ask on.');
  const asking = createInterface({ input: stdin, output: stderr });
  try {
    return /^y(?:es)?$/i.test((await asking.question('Change the file like this? (y/N) ')).trim());
  } finally {
    asking.close();
  }
}
