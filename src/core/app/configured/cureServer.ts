import { writeFailed } from '../../../base/faults/configFaults.ts';
import type { JsonObject } from '../../../base/json.ts';
import { addInputs, editServer } from '../../config/edit/edit.ts';
import type { ServerEntry } from '../../config/model/model.ts';
import { parseConfig } from '../../config/parse/parseConfig.ts';
import { type CuredEntry, cureEntry } from '../../diagnosis/cureEntry.ts';
import type { Cure } from '../../diagnosis/model/diagnosis.ts';
import type { FilesPort } from '../../ports/ports.ts';
import type { Redactor } from '../../trust/redaction/redact.ts';

export type CuredBody = Extract<CuredEntry, { ok: true }>;

/** What a cure would make of an entry, to be shown before it is done. Throws a sentence where it cannot be done. */
export function curedBody({ raw }: ServerEntry, cure: Cure, redactor: Redactor): CuredBody {
  const cured = cureEntry(raw, cure, (text) => redactor.text(text) !== text);
  if (!cured.ok) throw writeFailed('refused', cured.message);
  return cured;
}

/** Does what was shown. An entry that has changed meanwhile is left alone. */
export async function cureInFile(files: FilesPort, entry: ServerEntry, cure: Cure, redactor: Redactor): Promise<void> {
  const { name, source } = entry;
  const { body, inputs } = curedBody(entry, cure, redactor);
  await files.edit(source.file, (text) => {
    if (text === undefined) throw writeFailed('noFile', source.file);
    assertUnchanged(text, entry);
    const edited = textOf(editServer(text, source.kind, name, body as JsonObject));
    return inputs.length > 0 ? textOf(addInputs(edited, source.kind, inputs)) : edited;
  });
}

function assertUnchanged(text: string, { name, source, raw }: ServerEntry): void {
  const now = parseConfig(text, source.kind, source.file).servers.find((server) => server.name === name);
  if (JSON.stringify(now?.raw) !== JSON.stringify(raw)) throw writeFailed('changed', name);
}

function textOf(edited: ReturnType<typeof editServer>): string {
  if (!edited.ok) throw writeFailed('refused', edited.message);
  return edited.text;
}
