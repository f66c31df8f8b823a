import type { ComponentChildren, JSX } from 'preact';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';

const controls = 'vscode-text-field, vscode-text-area, vscode-dropdown, vscode-checkbox';

/** Ctrl+. goes to the actions of the field, where the arrows move, and Escape goes back: Tab has one stop for a field. */
function onFieldKey(event: KeyboardEvent): void {
  const box = event.currentTarget as HTMLElement;
  const actions = [...box.querySelectorAll<HTMLElement>('[data-inner]:not(:disabled)')].filter(
    (action) => action.closest('.field') === box,
  );
  const at = actions.indexOf(event.target as HTMLElement);
  const next = event.key === '.' && (event.ctrlKey || event.metaKey) ? actions[0] : neighbour(event.key, actions, at);
  const target = event.key === 'Escape' && at >= 0 ? box.querySelector<HTMLElement>(controls) : next;
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  target.focus();
}

function neighbour(key: string, actions: readonly HTMLElement[], at: number): HTMLElement | undefined {
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return by === 0 || at < 0 ? undefined : actions[(at + by + actions.length) % actions.length];
}

interface FieldBoxProps {
  readonly node: FieldNode;
  readonly invalid: boolean;
  readonly children: ComponentChildren;
}

/** The element of a field, with its state for styles and tests. */
export function FieldBox({ node, invalid, children }: FieldBoxProps): JSX.Element {
  return (
    <div
      class="field"
      data-field={node.pointer.value}
      data-kind={node.kind}
      data-mode={node.mode.value.kind}
      data-invalid={invalid}
      onKeyDown={onFieldKey}
    >
      {children}
    </div>
  );
}
