import path from 'node:path';
import { type Evidence, type StdioFacts, stdioOf } from './evidence.ts';

/** Options of `run` without a value; all others are followed by one, unless it is part of them. */
export const alone = /^(?:-[itdPq]+|--(?:rm|init|privileged|interactive|tty|detach|read-only|publish-all|quiet|help))$/;

/** `docker run`, with the places of its word and of its image. */
export interface ContainerRun {
  readonly launch: StdioFacts;
  readonly run: number;
  /** -1 where no image is named. */
  readonly image: number;
}

export function containerRun(evidence: Evidence): ContainerRun | undefined {
  const launch = stdioOf(evidence);
  const run = launch?.args.indexOf('run') ?? -1;
  const name = path.basename(launch?.command.replaceAll('\\', '/') ?? '').replace(/\.exe$/i, '');
  if (!launch || run < 0 || !/^(?:docker|podman)$/.test(name)) return undefined;
  return { launch, run, image: imageAt(launch.args, run + 1) };
}

export function imageAt(args: readonly string[], from: number): number {
  for (let at = from; at < args.length; at++) {
    const arg = args[at] ?? '';
    if (!arg.startsWith('-')) return at;
    if (!alone.test(arg) && !arg.includes('=')) at++;
  }
  return -1;
}

/** The variables that the container gets, by name. */
export function handedOn({ launch: { args }, run, image }: ContainerRun): ReadonlySet<string> {
  const options = args.slice(run + 1, image < 0 ? undefined : image);
  const named = options.flatMap((arg, at) => {
    const value = /^(?:-e|--env)$/.test(options[at - 1] ?? '') ? arg : /^(?:-e|--env=)(?=\w)(.+)$/.exec(arg)?.[1];
    return value === undefined ? [] : [value.replace(/=.*$/s, '')];
  });
  return new Set(named);
}

/** Whether a file of variables is handed on, of which nothing is known. */
export function hasVariableFile({ launch: { args } }: ContainerRun): boolean {
  return args.some((arg) => arg.startsWith('--env-file'));
}

/** The folders of this machine that the container sees, and where. */
export function mounts({ launch: { args }, run, image }: ContainerRun): readonly (readonly [string, string])[] {
  const options = args.slice(run + 1, image < 0 ? undefined : image);
  return options.flatMap((arg, at) => {
    const [, short] = /^(?:-v|--volume=)(.+)$/.exec(arg) ?? [];
    const volume = /^(?:-v|--volume)$/.test(options[at - 1] ?? '') ? arg : short;
    const [, source, inside] = /^((?:[A-Za-z]:)?[^:]{1,400}):([^:]{1,400})/.exec(volume ?? '') ?? [];
    if (source !== undefined && inside !== undefined) return [[source, inside] as const];
    const whole = /(?:source|src)=([^,]{1,400})/.exec(arg)?.[1];
    const target = /(?:target|dst|destination)=([^,]{1,400})/.exec(arg)?.[1];
    return whole !== undefined && target !== undefined ? [[whole, target] as const] : [];
  });
}
