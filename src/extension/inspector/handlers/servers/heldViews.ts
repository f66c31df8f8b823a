import type { HeldView } from '../../../../contract/definitions.ts';
import type { Core } from '../../../../core/app/core.ts';
import { describePinChange } from '../../../../core/trust/pins/pin.ts';

/** Nobody reviews more at once; what is accepted makes room for the others. */
const mostViews = 100;

/** What is held back of a server, with the differences. */
export function heldViewsOf(core: Core, id: string): readonly HeldView[] {
  const held = core.held(id);
  const tools = held.filter(({ kind }) => kind === 'tool');
  const others = held.filter(({ kind }) => kind !== 'tool').slice(0, mostViews);
  return [...tools, ...others].flatMap(({ kind, key, reason }) => {
    const comparison = core.compareDefinition(id, { kind, key });
    if (!comparison) return [];
    const diff = comparison.changes.map(describePinChange).join('\n\n');
    return [{ kind, key, reason, diff, hash: comparison.hash }];
  });
}
