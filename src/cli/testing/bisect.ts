import { readFileSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { plainText } from '../../base/text/plainText.ts';
import {
  type Change,
  type Observation,
  changeKinds,
  changesBetween,
  noiseBetween,
} from '../../core/checks/bisect/observation.ts';
import { type Commit, Repository } from '../../core/checks/bisect/commits.ts';
import { firstDifferent } from '../../core/checks/bisect/firstDifferent.ts';
import type { CheckFile } from '../../core/checks/model/checkFile.ts';
import { readCheckFile } from '../../core/checks/read/readCheckFile.ts';
import { addChecks } from '../../core/checks/write/addChecks.ts';
import { callsInRecording } from '../../core/checks/write/callsInRecording.ts';
import type { ServerEntry } from '../../core/config/model/model.ts';
import { pendingFault } from '../../core/servers/lifecycle/retryRules.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { Redactor } from '../../core/trust/redaction/redact.ts';
import { type CliCore, configFlag, serverNamed, trustFlag } from '../core/cliCore.ts';
import { inputFlag } from '../core/givenInputs.ts';
import { inlineCheckServer } from '../core/inlineCheckServer.ts';
import { type CommitRun, observeCommit } from '../core/observeCommit.ts';
import { orNotTried } from '../core/serverFailure.ts';
import { openRecording } from '../core/openRecording.ts';
import { withCore } from '../core/withCore.ts';
import { printJson, printLines, printText, showProgress } from '../support/print.ts';
import { UsageError } from '../support/usageError.ts';
import { type CliIo, defineVerb } from '../support/verb.ts';
import type { VerbTable } from '../support/verbTable.ts';

const table = {
  name: 'bisect',
  about: `Finds the commit of a server since which a check, what it offers, or its latency is not what it was. The server is
started from copies of commits, so the work tree is never touched; packages that are installed in it are used.`,
  flags: {
    check: { type: 'text', value: 'FILE', meaning: 'a check file, or a recording whose calls are checked' },
    good: {
      type: 'text',
      value: 'REV',
      meaning: 'a commit where all was well; by default the last tag or first commit',
    },
    bad: { type: 'text', value: 'REV', default: 'HEAD', meaning: 'a later commit where it is not' },
    for: { type: 'choice', values: ['any', ...changeKinds], default: 'any', meaning: 'which change is looked for' },
    build: { type: 'text', value: 'COMMAND', meaning: 'run this in each copy before its server is started' },
    config: configFlag,
    input: inputFlag,
    trust: trustFlag,
    json: { type: 'switch', meaning: 'print the commit, its changes and its diff as JSON' },
  },
  examples: [
    'switchboard bisect --check notes.mcptest.json',
    'switchboard bisect --check notes.mcptest.json --good v1.2.0 --for latency --build make',
  ],
  exit: {
    failed: 'a commit was found',
    notTried: 'the server is not approved, there is no repository, or a revision is unknown',
  },
} as const satisfies VerbTable;

interface Found {
  readonly commit: Commit;
  readonly changes: readonly Change[];
}

export const bisect = defineVerb(table, async ({ flags }, io) => {
  if (flags.check === undefined) throw new UsageError('Name a check file or a recording: --check FILE.');
  const checkFile = await readChecks(path.resolve(io.cwd, flags.check));
  const repository = await Repository.around(path.dirname(checkFile.file));
  if (!repository) throw new UsageError(`${path.dirname(checkFile.file)} is in no Git repository.`);
  const bad = await commitOf(repository, flags.bad);
  const good = flags.good === undefined ? await repository.before(bad) : await commitOf(repository, flags.good);
  const commits = await repository.between(good, bad);
  if (commits.length === 0) throw new UsageError(`There is no commit between ${short(good)} and ${short(bad)}.`);
  const entry = await approvedEntry(checkFile, flags, io);
  const run = { checkFile, entry, root: repository.root, build: flags.build, input: flags.input };
  const search = new Search(repository, run, flags.for, io);
  const found = await search.among(good, commits);
  return report(found, search, repository, flags.json, io);
});

/** Copies are started one after the other, and each is removed again. */
class Search {
  starts = 0;
  readonly #repository: Repository;
  readonly #run: CommitRun;
  readonly #wanted: Change['kind'] | 'any';
  readonly #io: CliIo;

  constructor(repository: Repository, run: CommitRun, wanted: Change['kind'] | 'any', io: CliIo) {
    this.#repository = repository;
    this.#run = run;
    this.#wanted = wanted;
    this.#io = io;
  }

  async among(good: Commit, commits: readonly Commit[]): Promise<Found | undefined> {
    const [first, second = first] = await this.#observe(good, 2);
    if (!first || !second) return undefined;
    if (first.failure !== undefined) throw new UsageError(`${short(good)} is not good: ${first.failure}`);
    const noise = noiseBetween(first, second);
    const seen = new Map<Commit, readonly Change[]>();
    const differs = async (commit: Commit): Promise<boolean> => {
      const changes = await this.#changesAt(commit, first, noise);
      seen.set(commit, changes);
      printLines(
        this.#io.stderr,
        `${short(commit)}  ${changes.length === 0 ? 'as before' : 'different'}  ${commit.subject}`,
      );
      return changes.length > 0;
    };
    const commit = await firstDifferent(commits, differs);
    return commit && { commit, changes: seen.get(commit) ?? [] };
  }

  async #changesAt(
    commit: Commit,
    good: Observation,
    noise: ReturnType<typeof noiseBetween>,
  ): Promise<readonly Change[]> {
    const [first, second] = await this.#observe(commit, 2);
    const changes = first ? changesBetween(good, first, noise) : [];
    const again = second ? changesBetween(good, second, noise) : changes;
    // A moment in which the machine was busy is no class of latency.
    const isLasting = ({ kind, subject }: Change): boolean =>
      kind !== 'latency' || again.some((other) => other.kind === kind && other.subject === subject);
    return changes.filter((change) => isLasting(change) && (this.#wanted === 'any' || change.kind === this.#wanted));
  }

  async #observe(commit: Commit, times: number): Promise<readonly Observation[]> {
    this.#io.stop.throwIfAborted();
    showProgress(this.#io.stderr, `Start ${++this.starts}: ${short(commit)} ${commit.subject}`);
    const checkout = await this.#repository.checkOut(commit);
    try {
      return await observeCommit(this.#run, checkout, times, this.#io);
    } finally {
      await checkout.remove();
    }
  }
}

async function readChecks(file: string): Promise<CheckFile> {
  const text = file.endsWith('.mcptrace') ? await checksOf(file) : textOf(file);
  const { checkFile, problems } = readCheckFile(file, text);
  const [problem] = problems;
  if (problem) throw new UsageError(`${file}:${problem.span.line + 1}:${problem.span.column + 1}: ${problem.message}`);
  if (!checkFile) throw new UsageError(`${file} holds no checks.`);
  return { ...checkFile, file: await realpath(file) };
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch {
    throw new UsageError(`File not found: ${file}.`);
  }
}

async function checksOf(file: string): Promise<string> {
  const recording = await openRecording(file, new Redactor());
  try {
    const [first, ...others] = [...(await callsInRecording(recording))].filter(([, { calls }]) => calls.length > 0);
    if (!first) throw new UsageError(`${file} holds no call that can be made again.`);
    if (others.length > 0) throw new UsageError(`${file} holds calls of several servers.`);
    return addChecks(undefined, file, first[0], first[1].calls);
  } finally {
    recording.dispose();
  }
}

async function commitOf(repository: Repository, revision: string): Promise<Commit> {
  return repository.commit(revision).catch(() => {
    throw new UsageError(`"${revision}" is no commit of ${repository.root}.`);
  });
}

/** The launch is approved once, as it stands in the work tree; what is started are older versions of the same. */
function approvedEntry(
  checkFile: CheckFile,
  flags: {
    readonly config?: string | undefined;
    readonly trust: boolean;
    readonly input?: readonly string[] | undefined;
  },
  io: CliIo,
): Promise<ServerEntry> {
  const { name, inline } = inlineCheckServer(checkFile, io.cwd);
  return withCore({ ...flags, inline }, io, async (core) => {
    const server = serverNamed(core, name);
    await orNotTried(core, server, io, approve(core, server));
    const entry = core.entry(server.id);
    if (entry?.launch.kind !== 'stdio')
      throw new UsageError(`${name} is reached by a URL: no commit of it can be started.`);
    return entry;
  });
}

async function approve(core: CliCore, server: ManagedServer): Promise<void> {
  await core.approve(server.id);
  const state = server.state.value;
  if (state.kind === 'pending') throw pendingFault(state.reason);
}

async function report(
  found: Found | undefined,
  { starts }: Search,
  repository: Repository,
  json: boolean,
  io: CliIo,
): Promise<number> {
  const redactor = new Redactor();
  const diff = found ? await repository.changes(found.commit) : '';
  if (json) printJson(io.stdout, redactor.value({ ...found, starts, ...(found && { diff }) }));
  else if (!found) printLines(io.stdout, `Nothing has changed, in ${starts} starts.`);
  else {
    const { commit, changes } = found;
    const lines = changes.map(({ kind, subject, message }) =>
      redactor.text(`${kind.padEnd(7)}  ${subject}: ${message}`),
    );
    printLines(io.stdout, `${commit.id}  ${commit.subject}`, `${commit.author}, ${commit.date}`);
    printLines(io.stdout, ...lines.map(plainText), `Found in ${starts} starts.`);
    printText(io.stdout, `\n${plainText(redactor.text(diff)).replace(/\n$/, '')}`);
  }
  return found ? 1 : 0;
}

function short({ id }: Commit): string {
  return id.slice(0, 9);
}
