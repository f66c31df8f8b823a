import type { ParsedConfig } from '../../core/config/model/model.ts';
import type { PathSources } from '../../core/config/variables/pathVariables.ts';
import type { EditorCheck, LiveServer } from '../../contract/language.ts';

export interface FolderItem {
  readonly name: string;
  readonly isFolder: boolean;
}

/**
 * The environment of a file. The features are functions of a file and of
 * this; the real one reads the disk, that of the tests is a table.
 */
export interface Environment extends PathSources {
  /** Without trust nothing below is read: a file must not make the editor access paths of its choice. */
  readonly trusted: boolean;
  /** Counts up when any answer may have changed. */
  readonly epoch: number;
  readonly covers: ReadonlySet<EditorCheck>;
  readonly commands: ReadonlySet<string>;
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly windows: boolean;
  /** As far as it is known by now. */
  readonly searchPath: string;
  /** `pending` while the login shell is still being asked for its PATH. */
  findProgram(command: string): string | 'pending' | undefined;
  programs(): readonly string[];
  stat(path: string): 'file' | 'folder' | undefined;
  list(folder: string): readonly FolderItem[];
  read(path: string): string | undefined;
  /** The version of a package that npx has fetched before. */
  cachedVersion(npmPackage: string): string | undefined;
  /** All files that Switchboard follows, in their order, with this one as it is now; none where it does not follow it. */
  followed(config: ParsedConfig): readonly ParsedConfig[];
  live(file: string, server: string): LiveServer | undefined;
}
