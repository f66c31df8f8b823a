import path from 'node:path';
import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import { type PlacedServer, type TextMember, textMember } from '../document/configText.ts';
import type { Finding, FindingCode, Fix } from '../document/finding.ts';
import { replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import { closest } from './fixing.ts';
import { isIgnored } from '../environment/gitIgnore.ts';
import { isExamplePath, looksLikeFile, placeOf, workingFolder } from './paths.ts';
import type { ServerRule } from './rule.ts';
import { type Run, runOf } from './runners.ts';

/** Programs, folders and files that a start would not find. Looks, and runs nothing. */
export const missingFiles: ServerRule = (server, { around }) => {
  if (server.entry.launch.kind !== 'stdio') return [];
  const found = [
    program(server, around),
    workFolder(server, around),
    ...envFile(server, around),
    script(server, around),
  ];
  return found.filter((finding) => finding !== undefined);
};

function finding(
  code: FindingCode,
  message: string,
  at: JsonNode,
  server: PlacedServer,
  fixes?: () => readonly Fix[],
): Finding {
  return { code, severity: 'warning', message, at, server: server.entry.name, ...(fixes && { fixes }) };
}

function program(server: PlacedServer, around: Environment): Finding | undefined {
  const command = textMember(server.body, 'command');
  if (!command || !around.trusted) return undefined;
  if (isExamplePath(command.text)) return example(command.node, server);
  if (/^[\w.-]+\s+\S/.test(command.text)) return undefined; // reported as a command line
  if (/[\\/]/.test(command.text)) return programFile(server, command, around);
  if (command.text.includes('${')) return undefined;
  if (around.findProgram(command.text) !== undefined) return undefined;
  const message = l10n.t(
    '"{0}" is not found on PATH ({1}).',
    command.text,
    around.searchPath || l10n.t('which is empty'),
  );
  return finding('command-not-found', message, command.node, server, () => similarProgram(command, around));
}

function similarProgram({ node, text }: TextMember, around: Environment): readonly Fix[] {
  const twins: Readonly<Record<string, string>> = {
    python: 'python3',
    python3: 'python',
    pip: 'pip3',
    docker: 'podman',
    nodejs: 'node',
  };
  const twin = [twins[text], closest(text, around.programs())].find(
    (name) => name !== undefined && typeof around.findProgram(name) === 'string',
  );
  return twin === undefined
    ? []
    : [{ title: l10n.t('Change to "{0}"', twin), changes: [replaceAt(node, JSON.stringify(twin))], preferred: true }];
}

function programFile(server: PlacedServer, { node, text }: TextMember, around: Environment): Finding | undefined {
  const place = placeOf(text, server.entry, around, workingFolder(server.entry, around));
  if (place === undefined || around.stat(place) === 'file') return undefined;
  if (around.windows && ['.exe', '.cmd', '.bat'].some((ending) => around.stat(place + ending) === 'file'))
    return undefined;
  return finding('missing-file', l10n.t('There is no file {0}.', place), node, server);
}

function example(node: JsonNode, { entry }: PlacedServer): Finding {
  const message = l10n.t('This is still a placeholder from an example: the server needs a real value.');
  return { code: 'placeholder', severity: 'info', message, at: node, server: entry.name };
}

function workFolder(server: PlacedServer, around: Environment): Finding | undefined {
  const cwd = textMember(server.body, 'cwd', 'workingDirectory');
  const place = cwd && placeOf(cwd.text, server.entry, around);
  if (!cwd || place === undefined || around.stat(place) === 'folder') return undefined;
  return finding('missing-folder', l10n.t('There is no folder {0}.', place), cwd.node, server);
}

function envFile(server: PlacedServer, around: Environment): readonly (Finding | undefined)[] {
  const written = textMember(server.body, 'envFile', 'env_file');
  const place = written && placeOf(written.text, server.entry, around);
  if (!written || place === undefined) return [];
  if (around.stat(place) === 'file') return [unignored(server, written, place, around)];
  const create = {
    title: l10n.t('Create {0}', path.basename(place)),
    changes: [],
    file: { path: place, append: '# NAME=value\n' },
    preferred: true,
  };
  return [finding('missing-env-file', l10n.t('There is no file {0}.', place), written.node, server, () => [create])];
}

/** Only inside a repository, and only by what its own .gitignore files say. */
function unignored(
  { entry }: PlacedServer,
  { node }: TextMember,
  place: string,
  around: Environment,
): Finding | undefined {
  const folder = entry.source.folder?.path;
  if (folder === undefined || isIgnored(place, folder, around) !== false) return undefined;
  const ignore = path.join(folder, '.gitignore');
  const line = path.relative(folder, place).replaceAll('\\', '/');
  const text = around.read(ignore) ?? '';
  const append = `${text === '' || text.endsWith('\n') ? '' : '\n'}${line}\n`;
  return {
    code: 'env-file-not-ignored',
    severity: 'info',
    message: l10n.t('git does not ignore {0}: its secrets could be committed.', line),
    at: node,
    server: entry.name,
    fixes: () => [
      { title: l10n.t('Add it to .gitignore'), changes: [], file: { path: ignore, append }, preferred: true },
    ],
  };
}

const interpreters = /^(?:node|nodejs|tsx|ts-node|bun|deno|python|python3|py|ruby|php|java|bash|sh|pwsh|powershell)$/;
/** Words before the script: `bun run`, `deno run`, `java -jar`. */
const leads = /^(?:run|-jar)$/;

/** The script that an interpreter is to run: its first word that is no flag. */
function scriptWord(run: Run) {
  if (!interpreters.test(run.program)) return undefined;
  const at = run.words.findIndex(({ text }) => !text.startsWith('-') && !leads.test(text));
  const before = run.words.slice(0, Math.max(0, at));
  // `python -m module` and `node -e code` run no file.
  return before.some(({ text }) => /^-(?:m|e|c|p|-eval|-print)$/.test(text)) ? undefined : run.words[at];
}

function script(server: PlacedServer, around: Environment): Finding | undefined {
  const run = runOf(server);
  const word = run && scriptWord(run);
  if (!word || !looksLikeFile(word.text) || !around.trusted) return undefined;
  if (isExamplePath(word.text)) return example(word.node, server);
  const base = workingFolder(server.entry, around);
  const place = placeOf(word.text, server.entry, around, base);
  const known = place !== undefined && (base === undefined || around.stat(base) === 'folder');
  if (!known || around.stat(place) !== undefined) return undefined;
  return finding('missing-file', l10n.t('There is no file {0}.', place), word.node, server);
}
