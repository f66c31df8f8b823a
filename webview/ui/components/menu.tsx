import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../../platform/l10n.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { IconButton } from './iconButton.tsx';

export interface MenuItem {
  readonly icon: IconName;
  readonly label: string;
  readonly testId: string;
  readonly onClick: () => void;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  readonly testId: string;
  readonly label?: string;
  /** On its button, instead of "…". */
  readonly children?: ComponentChildren;
}

/** What is needed less often, behind "…". The browser closes it on Escape and on a click elsewhere. */
export function Menu({ items, testId, label = t('More Actions…'), children }: MenuProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  return (
    <>
      <IconButton label={label} testId={testId} onClick={(event) => openBelow(list.current, event)}>
        {children ?? <Icon name="ellipsis" />}
      </IconButton>
      <div ref={list} class="menu" role="menu" aria-label={label} popover="auto" onKeyDown={moveFocus}>
        {items.map((item) => (
          <button
            key={item.label}
            type="button"
            class="menu-item"
            role="menuitem"
            tabIndex={-1}
            data-testid={item.testId}
            onClick={() => {
              list.current?.hidePopover();
              item.onClick();
            }}
          >
            <Icon name={item.icon} />
            {item.label}
          </button>
        ))}
      </div>
    </>
  );
}

function moveFocus(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + by + items.length) % items.length]?.focus();
}

/** In the top layer, where no scrolling pane cuts it off; inside the page on all sides. */
function openBelow(list: HTMLElement | null, { currentTarget }: MouseEvent): void {
  if (!list) return;
  list.showPopover();
  const button = (currentTarget as HTMLElement).getBoundingClientRect();
  const { width, height } = list.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = button.bottom + height <= clientHeight;
  list.style.left = `${Math.max(0, Math.min(button.left, clientWidth - width))}px`;
  list.style.top = `${Math.max(0, fitsBelow ? button.bottom : button.top - height)}px`;
  list.querySelector<HTMLElement>('[role=menuitem]')?.focus();
}
