import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { packageOf, programName } from './newestVersion.ts';

const python: ReadonlySet<string> = new Set(['uvx', 'pipx']);

/** The page of the package or image that the entry names: there are its variables and arguments. Nothing of it comes from the server. */
export function openManual(evidence: Evidence): readonly Remedy[] {
  const url = pageOf(evidence);
  return url === undefined ? [] : [{ text: l10n.t('Open {0}', url), cure: { kind: 'browse', url } }];
}

function pageOf(evidence: Evidence): string | undefined {
  const found = packageOf(evidence);
  if (found) {
    const name = found.name.replace(/(?<=.)(?:@|==)[^/]*$/, '');
    return python.has(found.runner) ? `https://pypi.org/project/${name}/` : `https://www.npmjs.com/package/${name}`;
  }
  const launch = stdioOf(evidence);
  if (!launch || !/^(?:docker|podman)$/.test(programName(launch.command))) return undefined;
  const image = launch.args
    .find((arg) => /^[a-z0-9][\w.-]*\/[\w./-]+(?::[\w.-]+)?$/.test(arg))
    ?.replace(/:[\w.-]+$/, '');
  if (image === undefined) return undefined;
  const [, owner, name] = /^ghcr\.io\/([\w.-]+)\/([\w.-]+)/.exec(image) ?? [];
  if (owner !== undefined && name !== undefined) return `https://github.com/${owner}/${name}`;
  return /^[\w-]+\/[\w.-]+$/.test(image) ? `https://hub.docker.com/r/${image}` : undefined;
}
