import { l10n } from '../../../base/l10n.ts';
import { type Risk, caution, danger } from './risk.ts';

/** Runners that fetch a package and run it, and how they name it. */
export function packageRisks(program: string, args: readonly string[]): readonly Risk[] {
  const inner = behindRunner(program, args);
  switch (inner.program) {
    case 'npx':
    case 'bunx':
      return fetched(inner.args, npmPackage(inner.args), isPinnedNpm);
    case 'uvx':
    case 'pipx':
      return fetched(inner.args, pythonPackage(inner.args), isPinnedPython);
    case 'docker':
    case 'podman':
    case 'nerdctl':
      return containerRisks(inner.args);
    default:
      return [];
  }
}

/** `cmd /c npx …`, `npm exec …`, `pnpm dlx …`, `uv tool run …` are the runners under another name. */
export function behindRunner(
  program: string,
  args: readonly string[],
): { readonly program: string; readonly args: readonly string[] } {
  const [first = '', second = '', ...rest] = args;
  if (program === 'cmd' && /^\/[ck]$/i.test(first))
    return behindRunner(second.toLowerCase().replace(/\.cmd$/, ''), rest);
  if ((program === 'npm' || program === 'bun') && /^(?:exec|x)$/.test(first))
    return { program: 'npx', args: args.slice(1) };
  if ((program === 'pnpm' || program === 'yarn') && /^(?:dlx|exec)$/.test(first))
    return { program: 'npx', args: args.slice(1) };
  if (program === 'uv' && first === 'tool' && second === 'run') return { program: 'uvx', args: rest };
  if (program === 'uv' && first === 'x') return { program: 'uvx', args: args.slice(1) };
  if (program === 'pipx' && first === 'run') return { program, args: args.slice(1) };
  return { program, args };
}

function fetched(
  args: readonly string[],
  name: string | undefined,
  isPinned: (name: string) => boolean,
): readonly Risk[] {
  const found: Risk[] = [];
  const registry = args.find((arg) => /^--(?:registry|index-url|extra-index-url|index|default-index)\b/.test(arg));
  if (registry !== undefined) {
    found.push(
      caution('other-registry', l10n.t('Its packages come from a registry other than the default.'), registry),
    );
  }
  if (name === undefined) return found;
  if (/^(?:git\+|github:|gitlab:|bitbucket:|https?:|git:)|^[\w-]+\/[\w.-]+(?:#.*)?$/.test(name)) {
    found.push(caution('from-repository', l10n.t('It runs code directly from a repository or URL: {0}', name), name));
  } else if (!/^(?:\.{0,2}[\\/]|file:|~)/.test(name) && !isPinned(name)) {
    found.push(unpinned(name));
  }
  return found;
}

function unpinned(name: string): Risk {
  return caution(
    'unpinned',
    l10n.t('The package {0} has no pinned version: what runs may change from one start to the next.', name),
    name,
  );
}

function npmPackage(args: readonly string[]): string | undefined {
  const named = valueOf(args, /^(?:-p|--package)$/, /^--package=/);
  return named ?? args.find((arg) => !arg.startsWith('-'));
}

function pythonPackage(args: readonly string[]): string | undefined {
  const named = valueOf(args, /^(?:--from|--spec)$/, /^--(?:from|spec)=/);
  const skipped = new Set(
    ['--with', '--python', '-p', '--directory', '--find-links', '-f'].concat([
      '--index',
      '--default-index',
      '--index-url',
      '--extra-index-url',
      '-i',
    ]),
  );
  return named ?? args.find((arg, at) => !arg.startsWith('-') && !skipped.has(args[at - 1] ?? ''));
}

function valueOf(args: readonly string[], flag: RegExp, joined: RegExp): string | undefined {
  const at = args.findIndex((arg) => flag.test(arg));
  if (at >= 0) return args[at + 1];
  return args.find((arg) => joined.test(arg))?.replace(joined, '');
}

/** An exact version; a tag such as `latest` or a range is none. */
function isPinnedNpm(name: string): boolean {
  return /.@v?\d+\.\d+\.\d+[\w.+-]*$/.test(name);
}

function isPinnedPython(name: string): boolean {
  return /(?:===?|@)v?\d[\w.!+-]*$/.test(name) && !name.endsWith('.*');
}

const powers: readonly (readonly [RegExp, () => string])[] = [
  [/^--privileged(?:=true)?$/, () => l10n.t('The container can do anything on this machine (--privileged).')],
  [/docker\.sock|docker_engine/, () => l10n.t('The container can control Docker itself, and with it this machine.')],
  [/^(?:--(?:net|network)=host|host)$/, () => l10n.t('The container shares the network of this machine.')],
  [/^--pid=host$|^--ipc=host$|^--userns=host$/, () => l10n.t('The container shares the processes of this machine.')],
  [/^--cap-add=(?:ALL|SYS_ADMIN|SYS_PTRACE)/i, () => l10n.t('The container gets extensive privileges (--cap-add).')],
  [
    /^(?:--volume=|type=bind,(?:src|source)=)?\/(?::|,)/,
    () => l10n.t('The container can access the whole disk of this machine.'),
  ],
];
export const valuedFlags =
  /^(?:-[veplwuh]|--(?:volume|env|env-file|publish|name|network|net|mount|workdir|user|entrypoint|label|add-host|memory|cpus|platform|pull|hostname|cap-add|cap-drop|security-opt|device|tmpfs|gpus|pid|ipc|restart|log-driver))$/;

function containerRisks(args: readonly string[]): readonly Risk[] {
  const found: Risk[] = args.flatMap((arg, at) =>
    powers
      .filter(([pattern]) => pattern.test(arg) && (arg !== 'host' || /^--net(?:work)?$/.test(args[at - 1] ?? '')))
      .map(([, message]) => danger('container-power', message(), arg)),
  );
  const run = args.indexOf('run');
  const image =
    run < 0
      ? undefined
      : args.slice(run + 1).find((arg, at, rest) => !arg.startsWith('-') && !valuedFlags.test(rest[at - 1] ?? ''));
  const tag = image === undefined ? undefined : /:([\w.-]+)$/.exec(image.slice(image.lastIndexOf('/') + 1))?.[1];
  if (image !== undefined && !image.includes('@sha256:') && (tag === undefined || tag === 'latest'))
    found.push(unpinned(image));
  return found;
}
