import type { JSX } from 'preact';
import { rovingKeys } from './rovingKeys.ts';

interface Segment {
  readonly id: string;
  readonly label: string;
  readonly testId?: string;
}

interface SegmentedProps {
  readonly label: string;
  readonly segments: readonly Segment[];
  readonly current: string;
  readonly onChange: (id: string) => void;
}

/** A few ways to look at the same thing; nothing to choose from shows nothing. */
export function Segmented({ label, segments, current, onChange }: SegmentedProps): JSX.Element | null {
  if (segments.length < 2) return null;
  const ids = segments.map(({ id }) => id);
  return (
    <div class="segmented" role="radiogroup" aria-label={label} onKeyDown={rovingKeys(ids, current, onChange)}>
      {segments.map((segment) => (
        <button
          key={segment.id}
          type="button"
          class="segment"
          role="radio"
          aria-checked={segment.id === current}
          tabIndex={segment.id === current ? 0 : -1}
          data-id={segment.id}
          data-testid={segment.testId}
          onClick={() => onChange(segment.id)}
        >
          {segment.label}
        </button>
      ))}
    </div>
  );
}
