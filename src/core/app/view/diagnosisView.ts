import { type JsonObject, sameJson } from '../../../base/json.ts';
import type { LiveCure, LiveServer } from '../../../contract/language.ts';
import { changesBetween, entryHash } from '../../diagnosis/entryChanges.ts';
import { diagnosesOf } from '../../diagnosis/diagnosedFault.ts';
import type { Cure, Remedy } from '../../diagnosis/model/diagnosis.ts';
import type { CuredEntry } from '../../diagnosis/cureEntry.ts';
import type { ServerState } from '../../servers/model/server.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';

export interface Curing {
  readonly redactor: Redactor;
  curedEntry(id: string, cure: Cure): CuredEntry | undefined;
}

/** Why a server failed, for its entry in the file. Without secrets, even those that the file has: it is handed on and kept. */
export function diagnosisView(
  id: string,
  raw: JsonObject,
  state: ServerState,
  curing: Curing,
): Pick<LiveServer, 'diagnosis'> {
  const { redactor } = curing;
  const diagnoses = 'fault' in state ? diagnosesOf(state.fault) : [];
  const [first] = diagnoses;
  if (!first) return {};
  const cures = diagnoses.flatMap(({ remedies }) =>
    remedies.flatMap((remedy) => cureOf(id, raw, remedy, curing) ?? []),
  );
  const path = first.place?.kind === 'entry' ? first.place.path : [];
  const proof = first.proof === undefined ? {} : { proof: redactor.text(first.proof) };
  return { diagnosis: { cause: redactor.text(first.cause), ...proof, path, entryHash: entryHash(raw), cures } };
}

function cureOf(
  id: string,
  raw: JsonObject,
  { text, cure }: Remedy,
  { redactor, curedEntry }: Curing,
): LiveCure | undefined {
  if (cure?.kind !== 'edit' && cure?.kind !== 'addInput' && cure?.kind !== 'raiseTimeout') return undefined;
  try {
    const cured = curedEntry(id, cure);
    const made = cured && { changes: changesBetween(raw, cured.body), inputs: cured.inputs };
    if (!made || !sameJson(redactor.value(made), made)) return undefined;
    return { title: redactor.text(cured.instead ?? text), ...made };
  } catch {
    return undefined; // it would write a secret
  }
}
