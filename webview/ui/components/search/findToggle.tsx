import type { Signal } from '@preact/signals';
import type { JSX } from 'preact';
import { IconButton } from '../iconButton.tsx';

interface FindToggleProps {
  readonly label: string;
  readonly testId: string;
  readonly isSearching: Signal<boolean>;
}

/** Over the corner of what is searched: a search takes a line of its own only while it is used. */
export function FindToggle({ label, testId, isSearching }: FindToggleProps): JSX.Element {
  return (
    <div class="tree-toggle">
      <IconButton
        icon="search"
        label={label}
        testId={testId}
        pressed={isSearching.value}
        onClick={() => (isSearching.value = !isSearching.value)}
      />
    </div>
  );
}
