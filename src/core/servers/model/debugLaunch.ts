import { l10n } from '../../../base/l10n.ts';
import type { JsonObject } from '../../../base/json.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import type { Launch, StdioLaunch } from './launch.ts';

/** How a server is started so that a debugger can attach to it. */
export type DebugWay =
  | { readonly kind: 'node' }
  | { readonly kind: 'python' }
  /** By the user's own configuration, to a server that is started as it is. */
  | { readonly kind: 'attach'; readonly type: string; readonly attach: JsonObject }
  | { readonly kind: 'none'; readonly reason: string };

const node = /^node(?:js)?[\d.]*$/;
/** Programs that run Node in the end, and get it by the environment. */
const nodeRunners = /^(?:npx|npm|pnpm|pnpx|yarn|tsx|ts-node)$/;
const python = /^(?:python|pypy)[\d.]*$/;

export function debugWay({ launch, options }: ServerEntry): DebugWay {
  const { type, attach } = options.dev?.debug ?? {};
  if (attach && type !== undefined) return { kind: 'attach', type, attach };
  if (launch.kind !== 'stdio')
    return none(l10n.t('It is not started by Switchboard. Name how to attach in "dev.debug.attach".'));
  const program = programName(launch.command);
  const known =
    type ?? (node.test(program) || nodeRunners.test(program) ? 'node' : python.test(program) ? 'debugpy' : '');
  if (known === 'node') return { kind: 'node' };
  if (known !== 'debugpy')
    return none(l10n.t('{0} is not a Node.js or Python program. Name how to attach in "dev.debug.attach".', program));
  return python.test(program)
    ? { kind: 'python' }
    : none(l10n.t('"command" must be a Python interpreter, not {0}.', program));
}

function none(reason: string): DebugWay {
  return { kind: 'none', reason };
}

function programName(command: string): string {
  return (command.split(/[\\/]/).at(-1) ?? command).toLowerCase().replace(/\.(?:exe|cmd|bat)$/, '');
}

const inspectBrk = '--inspect-brk=127.0.0.1:0';

/** Node waits for a debugger on a free port, which it prints. A program that is not Node gets it by the environment. */
export function nodeLaunch(launch: Launch, onStderr: (text: string) => void): Launch {
  if (launch.kind !== 'stdio') return launch;
  if (node.test(programName(launch.command))) {
    const args = launch.args.filter((arg) => !/^--inspect(?:-brk|-wait|-port)?(?:=|$)/.test(arg));
    return { ...launch, args: [inspectBrk, ...args], onStderr };
  }
  const options = [launch.env['NODE_OPTIONS'], inspectBrk].filter(Boolean).join(' ');
  return { ...launch, env: { ...launch.env, NODE_OPTIONS: options }, onStderr };
}

/** Flags of the interpreter without a value: they stay before the module that runs the program. */
const pythonFlag = /^-[bBdEiIOPqsSuvx]+$/;

/** The frozen modules of Python 3.11 cannot be debugged, and it would say so on each start. */
export function pythonLaunch(launch: Launch, port: number): Launch {
  if (launch.kind !== 'stdio') return launch;
  const first = launch.args.findIndex((arg) => !pythonFlag.test(arg));
  const [flags, rest] = [launch.args.slice(0, Math.max(0, first)), launch.args.slice(Math.max(0, first))];
  const debugpy = ['-Xfrozen_modules=off', '-m', 'debugpy', '--listen', `127.0.0.1:${port}`, '--wait-for-client'];
  return { ...launch, args: [...flags, ...debugpy, ...rest], onStderr: () => {} } satisfies StdioLaunch;
}

/** Each process of Node prints its own. */
export function debuggerPorts(stderr: string): readonly number[] {
  return [...stderr.matchAll(/^Debugger listening on ws:\/\/127\.0\.0\.1:(\d+)\//gm)].map(([, port]) => Number(port));
}
