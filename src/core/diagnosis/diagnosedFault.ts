import { Fault } from '../../base/fault.ts';
import type { Diagnosis } from './model/diagnosis.ts';
import type { Evidence } from './model/evidence.ts';

/** Of an entry that cannot be used as it is: nothing was started. */
export const unresolvedRule = 'entry/unresolved';

/** A fault with what is known of its cause. It is not part of the shape: cures hold the launch with its secrets. */
export class DiagnosedFault extends Fault {
  readonly diagnoses: readonly Diagnosis[];
  readonly evidence: Evidence | undefined;

  constructor(
    { code, message, cause, hint, action, data }: Fault,
    diagnoses: readonly Diagnosis[],
    evidence?: Evidence,
  ) {
    super(code, message, {
      cause,
      ...(hint !== undefined && { hint }),
      ...(action !== undefined && { action }),
      ...(data !== undefined && { data }),
    });
    this.diagnoses = diagnoses;
    this.evidence = evidence;
  }
}

/** Whether the sentence of the fault names this cause already: it is then not told again, in other words. */
export function isNamedBy({ code }: Fault, { rule }: Diagnosis): boolean {
  return (
    (code === 'server/spawn-failed' && rule === 'program/not-found') ||
    (code === 'config/unresolved-variable' && rule === unresolvedRule)
  );
}

/** Also where other faults were made from it. */
export function diagnosesOf(error: unknown): readonly Diagnosis[] {
  return diagnosedIn(error)?.diagnoses ?? [];
}

export function diagnosedIn(error: unknown): DiagnosedFault | undefined {
  const seen = new Set<unknown>();
  for (let next = error; next instanceof Error && !seen.has(next); next = next.cause) {
    if (next instanceof DiagnosedFault) return next;
    seen.add(next);
  }
  return undefined;
}
