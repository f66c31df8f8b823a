import type { ComponentChildren, JSX } from 'preact';
import { Menu, type MenuItem } from '../menu.tsx';

interface HeadProps {
  readonly title: ComponentChildren;
  readonly level?: 1 | 2;
  /** Short facts after the title. */
  readonly facts?: ComponentChildren;
  /** Three at most; the others are behind "…". */
  readonly actions?: ComponentChildren;
  readonly more?: readonly MenuItem[];
}

/** The first line of a page: what it shows, what is known about it, what can be done with it. */
export function Head({ title, level = 2, facts, actions, more = [] }: HeadProps): JSX.Element {
  const Heading = `h${level}` as const;
  return (
    <div class="head">
      <Heading class="head-title">{title}</Heading>
      {facts !== undefined && <div class="facts">{facts}</div>}
      {(actions !== undefined || more.length > 0) && (
        <div class="actions">
          {actions}
          {more.length > 0 && <Menu items={more} testId="head-more" />}
        </div>
      )}
    </div>
  );
}
