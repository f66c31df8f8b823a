import { l10n } from '../../../base/l10n.ts';
import type { Flaw, ManifestPath } from './model.ts';

const maxFlaws = 100;

/** The problems of one file, up to a limit that a hostile file cannot exceed. */
export class FlawList {
  readonly list: Flaw[] = [];

  error(code: Flaw['code'], path: ManifestPath, message: string): void {
    this.#add({ code, severity: 'error', path, message });
  }

  warn(code: Flaw['code'], path: ManifestPath, message: string): void {
    this.#add({ code, severity: 'warning', path, message });
  }

  #add(flaw: Flaw): void {
    if (this.list.length < maxFlaws) this.list.push(flaw);
    else if (this.list.length === maxFlaws)
      this.list.push({
        code: 'too-many',
        severity: 'warning',
        path: [],
        message: l10n.t('There are more problems than can be listed.'),
      });
  }
}
