import type { ComponentChildren, JSX } from 'preact';

/** Names and values side by side, as a description list. */
export function Facts({ rows }: { rows: readonly (readonly [string, ComponentChildren])[] }): JSX.Element {
  return (
    <dl class="fact-list">
      {rows.map(([name, value]) => (
        <div key={name} class="fact">
          <dt class="muted">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
