import { writeFailed } from '../../../base/faults/configFaults.ts';
import { type JsonObject, sameJson } from '../../../base/json.ts';
import { type Edited, type NewServer, addInputs, addServer, editServer, removeServer } from '../../config/edit/edit.ts';
import type { ConfigSource, ServerEntry } from '../../config/model/model.ts';
import { freeName } from '../../config/edit/newServer.ts';
import { parseConfig } from '../../config/parse/parseConfig.ts';
import type { CuredEntry } from '../../diagnosis/cureEntry.ts';
import type { FilesPort } from '../../ports/ports.ts';

/** Writes servers to a file, which may not exist yet; a name that is taken gets a number. Returns the names. */
export async function addToFile(
  files: FilesPort,
  source: ConfigSource,
  servers: readonly NewServer[],
): Promise<readonly string[]> {
  let names: string[] = [];
  await files.edit(source.file, (before) => {
    names = [];
    let text = before;
    for (const server of servers) {
      const taken = parseConfig(text ?? '', source.kind, source.file).servers.map(({ name }) => name);
      const name = freeName(server.name, taken);
      text = textOf(addServer(text, source.kind, { ...server, name }));
      names.push(name);
    }
    return text;
  });
  return names;
}

export async function removeFromFile(files: FilesPort, { name, source }: ServerEntry): Promise<void> {
  await rewrite(files, source, (text) => removeServer(text, source.kind, name));
}

/** Replaces the body of an entry; remaining comments and keys keep their place. */
export async function changeInFile(files: FilesPort, { name, source }: ServerEntry, body: JsonObject): Promise<void> {
  await rewrite(files, source, (text) => editServer(text, source.kind, name, body));
}

/** Replaces the body of an entry and declares its inputs. An entry that is no longer the one that was shown is left alone. */
export async function cureInFile(files: FilesPort, entry: ServerEntry, { body, inputs }: CuredEntry): Promise<void> {
  const { name, source, raw } = entry;
  await rewrite(files, source, (text) => {
    const now = parseConfig(text, source.kind, source.file).servers.find((server) => server.name === name);
    if (!sameJson(now?.raw, raw)) throw writeFailed('changed', name);
    const edited = editServer(text, source.kind, name, body);
    return edited.ok && inputs.length > 0 ? addInputs(edited.text, source.kind, inputs) : edited;
  });
}

async function rewrite(files: FilesPort, { file }: ConfigSource, edit: (text: string) => Edited): Promise<void> {
  await files.edit(file, (text) => {
    if (text === undefined) throw writeFailed('noFile', file);
    return textOf(edit(text));
  });
}

function textOf(edited: Edited): string {
  if (!edited.ok) throw writeFailed('refused', edited.message);
  return edited.text;
}
