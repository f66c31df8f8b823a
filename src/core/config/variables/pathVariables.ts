import { l10n } from '../../../base/l10n.ts';
import type { WorkspaceFolder } from '../../ports/ports.ts';
import type { ConfigSource } from '../model/model.ts';
import { type Reference, findReferences } from '../model/references.ts';

/** A variable of the environment that is not set, or an input that is not declared. */
export interface MissingVariable {
  readonly name: string;
  /** As the entry writes it: `${env:TOKEN}`. */
  readonly reference: string;
  /** An input that is declared under almost this name. */
  readonly near?: string;
}

export type Lookup =
  | { readonly ok: true; readonly value: string }
  | {
      readonly ok: false;
      readonly reason: 'unset' | 'unsupported' | 'closed';
      readonly message: string;
      readonly missing?: MissingVariable;
    };

export interface PathSources {
  readonly folders: readonly WorkspaceFolder[];
  readonly userHome: string;
  readonly pathSeparator: string;
}

/** Variables that only compute paths: they read no environment, ask no user and hold no secret. */
export function pathVariable(reference: Reference, source: ConfigSource, sources: PathSources): Lookup | undefined {
  switch (reference.name) {
    case 'userHome':
      return { ok: true, value: sources.userHome };
    case 'pathSeparator':
    case '/':
      return { ok: true, value: sources.pathSeparator };
    case 'workspaceFolder':
    case 'workspaceRoot':
      return folderValue(reference, source, sources, ({ path }) => path);
    case 'workspaceFolderBasename':
      return folderValue(
        reference,
        source,
        sources,
        ({ path }) => path.split(/[\\/]/).findLast((part) => part !== '') ?? path,
      );
    default:
      return undefined;
  }
}

function folderValue(
  reference: Reference,
  source: ConfigSource,
  { folders }: PathSources,
  read: (folder: WorkspaceFolder) => string,
): Lookup {
  const named = reference.argument;
  const folder = named === undefined ? ownFolder(source, folders) : folders.find(({ name }) => name === named);
  if (folder) return { ok: true, value: read(folder) };
  return { ok: false, reason: 'unset', message: noFolder(reference, folders) };
}

/** A file of a folder means that folder; the user's own file means the only one there is. */
function ownFolder(source: ConfigSource, folders: readonly WorkspaceFolder[]): WorkspaceFolder | undefined {
  return source.folder ?? (folders.length === 1 ? folders[0] : undefined);
}

function noFolder({ text, argument }: Reference, folders: readonly WorkspaceFolder[]): string {
  if (folders.length === 0) return l10n.t('{0} has no value: no folder is open.', text);
  const names = folders.map(({ name }) => name).join(', ');
  if (argument !== undefined)
    return l10n.t('No folder of this workspace is called "{0}"; available: {1}.', argument, names);
  return l10n.t('{0} is ambiguous: write ${workspaceFolder:name} with one of {1}.', text, names);
}

/** Expands path variables, and what `also` knows; `undefined` where any other variable is in the text. */
export function expandPaths(
  text: string,
  source: ConfigSource,
  sources: PathSources,
  also: (reference: Reference) => string | undefined = () => undefined,
): string | undefined {
  let value = '';
  let from = 0;
  for (const reference of findReferences(text)) {
    const found = pathVariable(reference, source, sources);
    const known = found?.ok ? found.value : also(reference);
    if (known === undefined) return undefined;
    value += text.slice(from, reference.offset) + known;
    from = reference.offset + reference.text.length;
  }
  return value + text.slice(from);
}
