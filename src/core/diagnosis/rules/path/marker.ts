import { anyPath as path } from '../../model/paths.ts';
import { l10n } from '../../../../base/l10n.ts';
import { findServer } from '../../known/knownServer.ts';
import { type Evidence, type Machine, outputOf, stdioOf } from '../../model/evidence.ts';
import { askForFolder, setValue } from '../../model/remedies.ts';
import { inEntry, lineAt, rule } from '../../model/rule.ts';

const complaint = /not a valid|invalid|not an? [\w ]{0,20}vault|missing/i;

/** A folder without what marks one that the server can serve, such as ".obsidian": one beside, above or below has it. */
export const markedFolderElsewhere = rule('path/marker', (evidence) => {
  const { server, at = -1 } = findServer(evidence) ?? {};
  const match = evidence.end ? complaint.exec(outputOf(evidence)) : null;
  if (server?.marker === undefined || !match) return undefined;
  const given = wrongFolder(server.marker, at, evidence);
  if (!given) return undefined;
  const [argument, folder] = given;
  const near = marked(folder, server.marker, evidence.machine);
  if (near === undefined) return undefined;
  return {
    cause: l10n.t(
      '{0} has no folder "{1}", which the server needs there, but {2} has one.',
      folder,
      server.marker,
      near,
    ),
    remedies: [
      setValue(l10n.t('Use {0}', near), ['args', argument], near),
      askForFolder(l10n.t('Choose the folder'), ['args', argument]),
    ],
    ...inEntry('args', argument),
    proof: lineAt(outputOf(evidence), match.index),
  };
});

function wrongFolder(marker: string, from: number, evidence: Evidence): readonly [number, string] | undefined {
  const { args = [] } = stdioOf(evidence) ?? {};
  const { machine } = evidence;
  const at = args.findIndex(
    (arg, index) =>
      index > from &&
      path.isAbsolute(arg) &&
      machine.kindOf(arg) === 'folder' &&
      machine.kindOf(path.join(arg, marker)) === undefined,
  );
  return at < 0 ? undefined : [at, args[at] ?? ''];
}

function marked(folder: string, marker: string, machine: Machine): string | undefined {
  const inside = new Set(machine.namesIn(folder).map((each) => each.split(/[/\\]/, 1)[0] ?? each));
  const folders = [...[...inside].map((each) => path.join(folder, each)), path.dirname(folder)];
  const found = folders.filter((each) => machine.kindOf(path.join(each, marker)) !== undefined);
  return found.length === 1 ? found[0] : undefined;
}
