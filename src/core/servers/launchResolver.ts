import { cancelled } from '../../base/commonFaults.ts';
import { configInvalid, variableUnresolved } from '../../base/faults/configFaults.ts';
import { homedir } from 'node:os';
import path from 'node:path';
import { Fault } from '../../base/fault.ts';
import { type UnresolvedVariable, expandLaunch } from '../config/variables/expandLaunch.ts';
import { DiagnosedFault } from '../diagnosis/diagnosedFault.ts';
import { thisMachine } from '../diagnosis/thisMachine.ts';
import { InputValues } from '../config/variables/inputs.ts';
import type { ResolvedLaunch } from '../config/model/launch.ts';
import type { InputDeclaration, ServerEntry } from '../config/model/model.ts';
import { inputsUsed, launchReferences } from '../config/model/launchReferences.ts';
import type { PathSources } from '../config/variables/pathVariables.ts';
import type { LaunchContext } from '../config/variables/launchApproval.ts';
import { Resolver } from '../config/variables/resolver.ts';
import type { Ports } from '../ports/ports.ts';
import type { Launch } from './model/launch.ts';
import { findProgram } from '../process/findProgram.ts';
import type { Approvals } from '../trust/approval/approvals.ts';
import { readLaunchContext } from '../trust/approval/launchContext.ts';
import type { Redactor } from '../trust/redaction/redact.ts';
import { isOrdinary, partsOf, secretsIn } from '../trust/redaction/secretValues.ts';

export interface LaunchResolver {
  readContext(entry: ServerEntry): Promise<LaunchContext>;
  /** Throws a `trust/…` or `config/…` fault; expands nothing that is not approved. */
  resolve(entry: ServerEntry): Promise<Launch>;
  /** Right before a spawn: the approval is checked once more. */
  recheck(entry: ServerEntry): Promise<void>;
  /** An input that no configuration file has. Asks where it is not remembered; throws where there is no answer. */
  inputValue(declaration: InputDeclaration, server: string, signal?: AbortSignal): Promise<string>;
  /** The next start asks for the inputs of this entry again. */
  forgetInputs(entry: ServerEntry): Promise<void>;
}

export function createLaunchResolver(ports: Ports, approvals: Approvals, redactor: Redactor): LaunchResolver {
  const userHome = homedir();
  const paths = (): PathSources => ({ folders: ports.workspace.folders, userHome, pathSeparator: path.sep });
  const inputs = new InputValues({
    ...ports,
    onValue: (value, { id, password }) => {
      if (password || !isOrdinary(id, value)) redactor.learn(value);
    },
  });
  const { files, workspace } = ports;
  const readContext = (entry: ServerEntry): Promise<LaunchContext> =>
    readLaunchContext(entry, { files, workspace, paths: paths(), env: process.env, findProgram: lookUp });

  return {
    readContext,
    resolve: async (entry) => {
      if (entry.options.disabled) throw configInvalid('disabled', entry.name);
      const approval = approvals.assertApproved(entry, await readContext(entry));
      const expansion = await expandLaunch(new Resolver(approval, { ...paths(), env: process.env, inputs }));
      if (!expansion.ok) throw await unresolvedFault(entry, expansion.unresolved);
      approvals.assertAllowed(approval, expansion.launch);
      for (const secret of secretsOf(expansion.launch, entry)) redactor.learn(secret);
      const unread = Object.keys(entry.unknown);
      return unread.length > 0 ? { ...expansion.launch, unread } : expansion.launch;
    },
    recheck: async (entry) => void approvals.assertApproved(entry, await readContext(entry)),
    inputValue: async (declaration, server, signal) => {
      const found = await inputs.value(declaration, { name: server }, signal);
      if (found.ok) return found.value;
      throw found.reason === 'closed' ? cancelled('noValue', declaration.id) : configInvalid('problems', found.message);
    },
    forgetInputs: async (entry) => {
      for (const declaration of inputsUsed(entry)) await inputs.forget(declaration);
    },
  };
}

async function unresolvedFault(entry: ServerEntry, unresolved: readonly UnresolvedVariable[]): Promise<Fault> {
  const closed = unresolved.every(({ reason }) => reason === 'closed');
  // `env.TOKEN` is what a user calls TOKEN.
  if (closed)
    return cancelled('noValue', unresolved.map(({ place }) => place.replace(/^(?:env|headers)\./, '')).join(', '));
  const places = unresolved.map(({ place, message }) => `${place}: ${message}`).join(' ');
  const { diagnoseUnresolved } = await import('../diagnosis/unresolved.ts');
  const diagnoses = diagnoseUnresolved(unresolved, thisMachine(process.env['PATH'] ?? ''));
  return new DiagnosedFault(variableUnresolved(entry.name, places), diagnoses);
}

/** Looked up, never run: another program under the same name is another launch. */
async function lookUp(command: string, cwd: string, searchPath: string | undefined): Promise<string | undefined> {
  return (await findProgram(command, { cwd, path: searchPath })).program;
}

/** Whatever came from variables, headers and the host's environment: a server may print it. */
function secretsOf(launch: ResolvedLaunch, entry: ServerEntry): readonly string[] {
  const inherited = Object.fromEntries(namesIn(entry).map((name) => [name, process.env[name]]));
  if (launch.kind === 'stdio') return [...secretsIn(launch.env), ...secretsIn(inherited)];
  const { clientSecret, privateKey } = launch.oauth ?? {};
  const own = [clientSecret, privateKey].filter((value) => value !== undefined);
  return [...own, ...partsOf(launch.url), ...secretsIn(launch.headers), ...secretsIn(inherited)];
}

/** The host's variables that an entry uses, in an argument for example; of other names the host has none. */
function namesIn({ launch }: ServerEntry): readonly string[] {
  return launchReferences(launch).map(({ name, argument = '' }) => (name === 'env' ? argument.split(':-')[0]! : name));
}
