import { l10n } from '../../../base/l10n.ts';
import { hasHidden, revealOnOneLine } from '../../../base/text/hiddenCharacters.ts';
import type { RemoteLaunch, StdioLaunch } from '../../config/model/launch.ts';
import type { InputDeclaration, ServerEntry } from '../../config/model/model.ts';
import { inputsUsed } from '../../config/model/launchReferences.ts';
import type { LaunchContext } from '../../config/variables/launchApproval.ts';
import { decidingRisks } from './decidingRisks.ts';
import { isLoaderVariable } from './loaderVariables.ts';
import { packageRisks } from './packageRisks.ts';
import { redactText } from '../redaction/redact.ts';
import { isSecretField } from '../redaction/redactFields.ts';
import { type Risk, caution, danger, note } from './risk.ts';
import { commandLineRisks, shellRisks } from './shellRisks.ts';

/** Only VS Code has a sandbox: ignoring the option silently would suggest that there is one. */
export function noSandbox(): string {
  return l10n.t('Its entry asks for a sandbox. Switchboard does not enforce one: the server gets your full rights.');
}

/** What a user should know before approving. The worst comes first. */
export function launchRisks(entry: ServerEntry, context: LaunchContext = {}): readonly Risk[] {
  const { launch, source, options } = entry;
  const found = [
    ...(options.sandboxEnabled === true ? [danger('no-sandbox', noSandbox())] : []),
    ...(launch.kind === 'stdio' ? stdioRisks(launch, context, source.folder?.path) : remoteRisks(launch)),
    ...buildRisks(options.dev?.build ?? []),
    ...textRisks(inputsUsed(entry).flatMap(inputTexts)),
  ];
  const order = { danger: 0, caution: 1, note: 2 };
  const seen = new Set<string>();
  const unique = found.filter(({ message }) => !seen.has(message) && seen.add(message));
  return unique.toSorted((a, b) => order[a.severity] - order[b.severity]);
}

function buildRisks(build: readonly string[]): readonly Risk[] {
  return [...textRisks(build), ...commandLineRisks(build.join(' '))];
}

function inputTexts({ description, default: fallback, options }: InputDeclaration): readonly string[] {
  return [description, fallback ?? '', ...options.flatMap(({ label, value }) => [label, value])];
}

const secretPaths =
  /(?:~|\$HOME|\$\{userHome\}|\$\{env:HOME\}|\/home\/[^/\s]+|\/Users\/[^/\s]+|\/root)?[\\/]?(?<!\w)\.(?:ssh|aws|gnupg|kube|netrc|docker|azure|git-credentials)\b|id_(?:rsa|ed25519|ecdsa)\b|\/etc\/(?:passwd|shadow|sudoers)\b|Library\/Keychains|\.config\/gcloud|\/var\/run\/secrets/i;

function stdioRisks(launch: StdioLaunch, context: LaunchContext, folder: string | undefined): readonly Risk[] {
  const program = baseName(launch.command);
  const words = [launch.command, ...launch.args];
  return [
    ...textRisks([...words, ...Object.keys(launch.env)]),
    ...shellRisks(program, launch.args),
    ...placeNames(words),
    ...commandLineRisks(words.join(' ')),
    ...argumentRisks(launch.args),
    ...loaderRisks(launch, context),
    ...placeRisks(launch.command, context.executable, folder),
    ...packageRisks(program, launch.args),
    ...decidingRisks(context),
  ];
}

/** `C:\x\npx.cmd` and `/usr/bin/python3.12` are npx and python. */
export function baseName(command: string): string {
  const name = command.split(/[\\/]/).at(-1) ?? command;
  return name
    .toLowerCase()
    .replace(/\.(?:exe|cmd|bat|com|ps1)$/, '')
    .replace(/^(python|node|ruby|perl|php)[\d.]+$/, '$1');
}

function textRisks(words: readonly string[]): readonly Risk[] {
  const blank = words.find((word) => /[ \t\u00a0\u3000]{20}|\n{4}/.test(word));
  return [
    ...words
      .filter(hasHidden)
      .map((word) =>
        danger('hidden-characters', l10n.t('It contains invisible characters: {0}', revealOnOneLine(word)), word),
      ),
    ...(blank === undefined
      ? []
      : [danger('long-blank', l10n.t('A long run of blanks could push part of it out of sight.'), blank)]),
  ];
}

function placeNames(words: readonly string[]): readonly Risk[] {
  const named = words.filter((word) => secretPaths.test(word));
  return named.map((word) =>
    danger('secret-path', l10n.t('It refers to a place where secrets are kept: {0}', revealOnOneLine(word)), word),
  );
}

function argumentRisks(args: readonly string[]): readonly Risk[] {
  return args.flatMap((arg, at): readonly Risk[] => {
    if (holdsSecret(arg, args[at - 1])) {
      return [
        caution(
          'secret-argument',
          l10n.t(
            'Argument {0} looks like a secret, and every program on this machine can read it: put it into "env" or an input.',
            at + 1,
          ),
          arg,
        ),
      ];
    }
    if (!arg.includes('${') || !namesSecret(arg, args[at - 1])) return [];
    return [
      note(
        'variable-argument',
        l10n.t(
          'Argument {0} will hold a secret, and every program on this machine can read it: "env" is safer.',
          at + 1,
        ),
        arg,
      ),
    ];
  });
}

export function holdsSecret(arg: string, before: string | undefined): boolean {
  if (arg.includes('${') || /^<.*>$/.test(arg)) return false;
  if (redactText(arg) !== arg) return true;
  const named = before !== undefined && /^--?[\w-]+$/.test(before) && isSecretField(before.replace(/^-+/, ''));
  return named && !arg.startsWith('-') && arg.length >= 6;
}

export function namesSecret(arg: string, before: string | undefined): boolean {
  const inside = [...arg.matchAll(/\$\{(?:env:|input:)?([\w-]+)/g)].some(([, name = '']) => isSecretField(name));
  return inside || (before !== undefined && before.startsWith('-') && isSecretField(before.replace(/^-+/, '')));
}

function loaderRisks(launch: StdioLaunch, context: LaunchContext): readonly Risk[] {
  const given = [...Object.entries(launch.env), ...(context.envFile ?? [])];
  return given.flatMap(([name, value]) => {
    if (value === null || !isLoaderVariable(name)) return [];
    const shown = revealOnOneLine(redactText(value));
    return [danger('loads-code', l10n.t('The variable {0} determines which code is loaded: {1}', name, shown), name)];
  });
}

const temporary = /^(?:\/tmp\/|\/var\/tmp\/|\/dev\/shm\/|%temp%|\$TMPDIR)|\\(?:temp|downloads)\\|\/Downloads\//i;

function afterFolder(program: string, folder: string): string {
  return program.startsWith(folder) ? program.slice(folder.length) : '';
}

function placeRisks(command: string, executable: string | undefined, folder: string | undefined): readonly Risk[] {
  const program = executable ?? command;
  if (temporary.test(program)) {
    return [caution('temporary-program', l10n.t('The program is in a folder for temporary or downloaded files.'))];
  }
  const relative = /^(?:\.{1,2}[\\/]|\$\{workspaceFolder)/.test(command);
  if (!relative && (folder === undefined || !/^[\\/]/.test(afterFolder(program, folder)))) return [];
  const message = l10n.t(
    'The program is a file in this workspace: anyone who can change the workspace can change what runs.',
  );
  return [note('workspace-program', message)];
}

function remoteRisks(launch: RemoteLaunch): readonly Risk[] {
  const found = textRisks([launch.url]);
  if (!URL.canParse(launch.url)) return found;
  const { protocol, hostname, username, password } = new URL(launch.url);
  const plain = (protocol === 'http:' || protocol === 'ws:') && !isLoopback(hostname);
  const withHeaders = Object.keys(launch.headers).length > 0;
  return [
    ...found,
    ...(plain ? [danger('plain-http', plainHttp(hostname, withHeaders), hostname)] : []),
    ...(username || password
      ? [caution('address-credentials', l10n.t('The URL contains a user name or password; a header is safer.'))]
      : []),
    ...(/(?:^|\.)xn--/.test(hostname)
      ? [caution('odd-host', l10n.t('Letters of this host name may imitate others: {0}', hostname), hostname)]
      : []),
  ];
}

function plainHttp(host: string, withHeaders: boolean): string {
  return withHeaders
    ? l10n.t('The connection to {0} is not encrypted: everything can be read on the way, headers included.', host)
    : l10n.t('The connection to {0} is not encrypted: everything can be read on the way.', host);
}

function isLoopback(hostname: string): boolean {
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    /^127(?:\.\d+){3}$/.test(hostname) ||
    hostname === '[::1]'
  );
}
