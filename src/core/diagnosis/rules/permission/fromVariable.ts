import { l10n } from '../../../../base/l10n.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../../model/evidence.ts';
import { pathsOf } from '../../model/paths.ts';
import { setValue } from '../../model/remedies.ts';

/** What programs keep in the home folder. */
const ofHome =
  /^\/(?:\.(?:cache|npm|config|local|cargo|bun|deno|gem|bundle|docker|kube|aws|azure|gnupg|ssh|yarn|nuget|dotnet|m2|gradle|ivy2|pnpm-\w+|mcp\w*|node-gyp))(?:\/|$)/;

interface FolderOfVariable {
  readonly name: string;
  readonly value: string;
  readonly remedies: readonly Remedy[];
}

/** The variable of the entry, or HOME without one, that leads to a folder which cannot be used. */
export function folderOfVariable(file: string, evidence: Evidence): FolderOfVariable | undefined {
  const launch = stdioOf(evidence);
  const path = pathsOf(evidence.machine);
  if (!launch) return undefined;
  const [name, value] =
    Object.entries(launch.env)
      .filter(([each, folder]) => folder && path.isAbsolute(folder) && (folder !== '/' || each.endsWith('HOME')))
      .filter(([, folder]) => folder !== evidence.machine.home) // that is where it belongs
      .filter(([, folder]) => file === folder || file.startsWith(`${(folder ?? '').replace(/[/\\]$/, '')}${path.sep}`))
      .toSorted(([, a], [, b]) => (b?.length ?? 0) - (a?.length ?? 0))[0] ?? [];
  if (name === undefined || !value) return ofHome.test(file) ? homeless(evidence) : undefined;
  const own = path.join(evidence.machine.home, path.basename(value));
  return {
    name,
    value,
    remedies: /^(?:HOME|USERPROFILE)$/.test(name)
      ? [setValue(l10n.t('Remove {0} from "env"', name), ['env', name], undefined)]
      : [setValue(l10n.t('Use {0}', own), ['env', name], own)],
  };
}

/** Editors in containers and services are sometimes started without it. */
function homeless({ machine }: Evidence): FolderOfVariable {
  return {
    name: 'HOME',
    value: '/',
    remedies: [setValue(l10n.t('Set {0} in "env"', 'HOME'), ['env', 'HOME'], machine.home)],
  };
}
