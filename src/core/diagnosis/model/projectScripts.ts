import { type Evidence, stdioOf } from './evidence.ts';
import { anyPath } from './paths.ts';
import { startFolder } from './startFolder.ts';

/** The programs that a project of Python defines. */
export function projectScripts(
  evidence: Evidence,
): { readonly file: string; readonly names: readonly string[] } | undefined {
  const folder = startFolder(stdioOf(evidence));
  if (folder === undefined) return undefined;
  const file = anyPath.join(folder, 'pyproject.toml');
  const [, block = ''] =
    /^\[(?:project\.scripts|tool\.poetry\.scripts|tool\.pdm\.scripts)\]\s*\n((?:(?!\[)[^\n]*\n?){1,30})/m.exec(
      evidence.machine.head(file),
    ) ?? [];
  const names = [...block.matchAll(/^\s*["']?([\w.-]{1,60})["']?\s*=/gm)].map(([, name = '']) => name);
  return names.length === 0 ? undefined : { file, names };
}
