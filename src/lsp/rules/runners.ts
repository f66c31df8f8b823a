import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import { isWrapped } from '../../core/proxy/wrapEntry.ts';
import { behindRunner, valuedFlags } from '../../core/trust/approval/packageRisks.ts';
import { baseName } from '../../core/trust/approval/risks.ts';
import { type PlacedServer, textItems, textPairs } from '../document/configText.ts';
import { type Finding, type FindingCode, type Fix, replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { removal } from './fixing.ts';
import type { RuleContext, ServerRule } from './rule.ts';

interface PlacedWord {
  readonly node: JsonNode;
  readonly text: string;
  /** Its place in "args". */
  readonly index: number;
}

export interface Run {
  readonly program: string;
  readonly words: readonly PlacedWord[];
}

/** The program that really runs: the recorder, `cmd /c` and `npm exec` taken off; and its arguments with their places. */
export function runOf({ entry, body }: PlacedServer): Run | undefined {
  if (entry.launch.kind !== 'stdio') return undefined;
  const all = textItems(body, 'args').map(({ node, text }, index) => ({ node, text, index }));
  const tapped = isWrapped(entry.raw) ? all.findIndex(({ text }) => text === '--') + 1 : 0;
  const command = tapped > 0 ? (all[tapped]?.text ?? '') : entry.launch.command;
  const words = tapped > 0 ? all.slice(tapped + 1) : all;
  const inner = behindRunner(
    baseName(command),
    words.map(({ text }) => text),
  );
  return { program: inner.program, words: words.slice(words.length - inner.args.length) };
}

/** Mistakes with npx, docker and the like that end in a server which never responds. */
export const runners: ServerRule = (server, context) => {
  const run = runOf(server);
  if (!run) return [];
  if (run.program === 'npx') return npx(run, server, context);
  if (run.program === 'bunx' || run.program === 'uvx' || run.program === 'pipx') return latest(run, server, context);
  if (['docker', 'podman', 'nerdctl'].includes(run.program)) return container(run, server, context);
  return [];
};

function finding(
  code: FindingCode,
  severity: Finding['severity'],
  message: string,
  at: JsonNode,
  server: PlacedServer,
  fixes: () => readonly Fix[],
): Finding {
  return { code, severity, message, at, server: server.entry.name, fixes };
}

function npx(run: Run, server: PlacedServer, context: RuleContext): readonly Finding[] {
  const first = run.words.findIndex(({ text }) => !text.startsWith('-'));
  const flags = first < 0 ? run.words : run.words.slice(0, first);
  const quiet = flags.some(({ text }) => /^(?:-y|--yes|--no-install|--no|--offline)$/.test(text));
  const start = run.words[0];
  const isPackage = start !== undefined && !/^[./~\\]/.test(run.words[Math.max(0, first)]?.text ?? '');
  const found = latest(run, server, context);
  if (quiet || !start || !isPackage || !asksFirst(server)) return found;
  const message = l10n.t('Without "-y", npx may ask before it downloads the package, and the server hangs.');
  const fix = {
    title: l10n.t('Add "-y"'),
    changes: [{ offset: start.node.offset, length: 0, text: '"-y", ' }],
    preferred: true,
  };
  return [finding('npx-without-yes', 'info', message, start.node, server, () => [fix]), ...found];
}

/** Of the runners that count as npx, pnpm and yarn never ask. */
function asksFirst({ entry: { launch } }: PlacedServer): boolean {
  return launch.kind === 'stdio' && ['npx', 'npm', 'cmd'].includes(baseName(launch.command));
}

/** Resolved at each start, and may be a different program each time. */
function latest(run: Run, server: PlacedServer, { around }: RuleContext): readonly Finding[] {
  return run.words
    .filter(({ text }) => /^[^-\s][^\s]*@latest$/.test(text))
    .map(({ node, text }) => {
      const name = text.slice(0, -'@latest'.length);
      const message = l10n.t('"@latest" runs whatever was published last: pin a version to keep what you approved.');
      const cached = run.program === 'npx' ? around.cachedVersion(name) : undefined;
      const fixes = (): readonly Fix[] =>
        cached === undefined
          ? []
          : [
              {
                title: l10n.t('Pin to {0}, the version that npx has now', cached),
                changes: [replaceAt(node, JSON.stringify(`${name}@${cached}`))],
                preferred: true,
              },
            ];
      return finding('unpinned', 'info', message, node, server, fixes);
    });
}

interface DockerRun {
  readonly run: PlacedWord;
  readonly flags: readonly PlacedWord[];
  readonly image: PlacedWord | undefined;
}

function dockerRun({ words }: Run): DockerRun | undefined {
  const at = words.findIndex(({ text }) => text === 'run');
  const run = words[at];
  if (!run || words.slice(0, at).some(({ text }) => text === 'compose')) return undefined;
  const rest = words.slice(at + 1);
  const image = rest.findIndex(
    ({ text }, index) => !text.startsWith('-') && !valuedFlags.test(rest[index - 1]?.text ?? ''),
  );
  return { run, flags: image < 0 ? rest : rest.slice(0, image), image: rest[image] };
}

function container(run: Run, server: PlacedServer, context: RuleContext): readonly Finding[] {
  const parsed = dockerRun(run);
  if (!parsed) return [];
  return [
    ...interactive(parsed, server),
    ...detached(parsed, server, context),
    ...terminal(parsed, server, context),
    ...passedOn(parsed, server, context),
    ...tag(parsed, server),
  ];
}

/** `-i`, `-it`, `--interactive`: short flags may be written together. */
function hasFlag(text: string, letter: string, long: string): boolean {
  return text === `--${long}` || text === `--${long}=true` || new RegExp(`^-[a-zA-Z]*${letter}[a-zA-Z]*$`).test(text);
}

function interactive({ run, flags }: DockerRun, server: PlacedServer): readonly Finding[] {
  if (flags.some(({ text }) => hasFlag(text, 'i', 'interactive'))) return [];
  const message = l10n.t('Without "-i" the container gets no input: the server exits immediately or never responds.');
  const end = run.node.offset + run.node.length;
  const fix = { title: l10n.t('Add "-i"'), changes: [{ offset: end, length: 0, text: ', "-i"' }], preferred: true };
  return [finding('docker-not-interactive', 'error', message, run.node, server, () => [fix])];
}

function detached({ flags }: DockerRun, server: PlacedServer, context: RuleContext): readonly Finding[] {
  const message = l10n.t('With "-d" the container runs in the background and cannot communicate over stdio.');
  return without(flags, 'd', 'detach').map((word) =>
    finding('docker-detached', 'error', message, word.node, server, () => [dropLetter(word, 'd', server, context)]),
  );
}

function terminal({ flags }: DockerRun, server: PlacedServer, context: RuleContext): readonly Finding[] {
  const message = l10n.t(
    '"-t" requests a terminal, but there is none: docker fails, or mixes control characters into the messages.',
  );
  return without(flags, 't', 'tty').map((word) =>
    finding('docker-tty', 'error', message, word.node, server, () => [dropLetter(word, 't', server, context)]),
  );
}

function without(flags: readonly PlacedWord[], letter: string, long: string): readonly PlacedWord[] {
  return flags.filter(({ text }, at) => hasFlag(text, letter, long) && !valuedFlags.test(flags[at - 1]?.text ?? ''));
}

function dropLetter(
  { node, text, index }: PlacedWord,
  letter: string,
  { entry }: PlacedServer,
  { document }: RuleContext,
): Fix {
  const rest = text.startsWith('--') ? '-' : text.replace(letter, '');
  const change =
    rest === '-' ? removal(document, [...entry.path, 'args', index]) : replaceAt(node, JSON.stringify(rest));
  return {
    title: rest === '-' ? l10n.t('Remove "{0}"', text) : l10n.t('Change to "{0}"', rest),
    changes: [change],
    preferred: true,
  };
}

/** `-e NAME` without a value passes on a variable that must be set. */
function passedOn({ flags }: DockerRun, server: PlacedServer, { around }: RuleContext): readonly Finding[] {
  if (!around.trusted || server.entry.launch.kind !== 'stdio' || server.entry.launch.envFile !== undefined) return [];
  const given = new Set(textPairs(server.body, 'env').map(({ member }) => member.key));
  const { env } = server.entry.launch;
  return flags.flatMap(({ text, node }, at) => {
    const isName = /^(?:-e|--env)$/.test(flags[at - 1]?.text ?? '') && /^[A-Za-z_]\w*$/.test(text);
    if (!isName || given.has(text) || text in env || around.env[text] !== undefined) return [];
    const message = l10n.t('"-e {0}" passes on a variable that is neither in "env" nor set.', text);
    return [finding('docker-variable', 'warning', message, node, server, () => [])];
  });
}

function tag({ image }: DockerRun, server: PlacedServer): readonly Finding[] {
  if (!image || !image.text.endsWith(':latest')) return [];
  const message = l10n.t(
    '":latest" runs whatever was published last: pin a version or digest to keep what you approved.',
  );
  return [finding('unpinned', 'info', message, image.node, server, () => [])];
}
