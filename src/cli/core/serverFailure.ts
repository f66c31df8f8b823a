import { orAborted } from '../../base/async.ts';
import { Fault, type FaultAction, messageOf } from '../../base/fault.ts';
import { plainText } from '../../base/text/plainText.ts';
import type { Core } from '../../core/app/core.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';
import { type Failure, VerbFailed, failureLines } from '../support/failure.ts';
import type { CliIo } from '../support/verb.ts';

/** What a button does in the editor, a command does here. */
const remedies: Readonly<Partial<Record<FaultAction, (server: string) => string>>> = {
  approve: (server) => `Run switchboard approve ${server}.`,
  reviewChanges: (server) => `Run switchboard review ${server} to see what changed and accept it.`,
  signIn: (server) => `Run switchboard login ${server}.`,
};

/** Why a server, or a call of it, failed: the cause, what to do, and the server's last output. */
export function serverFailure(core: Core, server: ManagedServer, error: unknown): Failure {
  const clean = (text: string): string => core.redactor.text(plainText(text)); // whole: a key has several lines
  const state = server.state.value;
  const tail = state.kind === 'error' ? state.stderrTail.trim() : '';
  const { code = 'internal', hint, action } = Fault.is(error) ? error : {};
  const remedy = (action && remedies[action]?.(server.id)) ?? hint;
  return {
    code,
    message: clean(`${server.label}: ${messageOf(error)}`),
    ...(remedy !== undefined && { hint: clean(remedy) }),
    ...(tail !== '' && { output: clean(`stderr: ${tail}`).split('\n') }),
  };
}

export function explainFailure(core: Core, server: ManagedServer, error: unknown): readonly string[] {
  return failureLines(serverFailure(core, server, error));
}

/** What is done first with a server: where it fails, what was asked for could not be tried. */
export async function orNotTried<T>(core: Core, server: ManagedServer, io: CliIo, work: Promise<T>): Promise<T> {
  try {
    return await orAborted(work, io.stop);
  } catch (error) {
    throw new VerbFailed(2, serverFailure(core, server, error));
  }
}
