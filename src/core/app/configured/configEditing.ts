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

/** Returns what undoes it: the file as it was, or, where it has changed since, the entry at its end. */
export async function removeFromFile(files: FilesPort, entry: ServerEntry): Promise<() => Promise<void>> {
  const { name, source, raw } = entry;
  let [before, after] = ['', ''];
  await rewrite(files, source, (text) => {
    const removed = removeServer(text, source.kind, name);
    [before, after] = [text, removed.ok ? removed.text : text];
    return removed;
  });
  return () =>
    files.edit(source.file, (text) =>
      text === after ? before : textOf(addServer(text, source.kind, { name, body: raw })),
    );
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
