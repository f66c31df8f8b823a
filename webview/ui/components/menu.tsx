import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';
import { t } from '../../platform/l10n.ts';
import { Icon } from './icon.tsx';
import type { IconName } from './icons.ts';
import { IconButton } from './iconButton.tsx';

export interface MenuItem {
  readonly icon?: IconName;
  readonly label: string;
  readonly testId: string;
  /** Only for one that is on or off. */
  readonly checked?: boolean;
  readonly onClick: () => void;
}

interface MenuProps {
  readonly items: readonly MenuItem[];
  readonly testId: string;
  readonly label?: string;
  /** On its button, instead of "…". */
  readonly children?: ComponentChildren;
}

/** What is needed less often, behind "…". */
export function Menu({ items, testId, label = t('More Actions…'), children }: MenuProps): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const open = ({ currentTarget }: MouseEvent): void => {
    const { left, top, bottom } = (currentTarget as HTMLElement).getBoundingClientRect();
    openMenu(list.current, { left, top, bottom });
  };
  return (
    <>
      <IconButton label={label} testId={testId} hasMenu onClick={open}>
        {children ?? <Icon name="ellipsis" />}
      </IconButton>
      <MenuList items={items} label={label} list={list} />
    </>
  );
}

interface MenuListProps {
  readonly items: readonly MenuItem[];
  readonly label: string;
  readonly list: { current: HTMLDivElement | null };
  readonly onClose?: () => void;
}

/** The browser closes it on Escape and on a click elsewhere. */
export function MenuList({ items, label, list, onClose }: MenuListProps): JSX.Element {
  const onToggle = ({ newState }: { readonly newState: string }): void => {
    if (newState === 'closed') onClose?.();
  };
  return (
    <div
      ref={list}
      class="menu"
      role="menu"
      aria-label={label}
      popover="auto"
      onKeyDown={moveFocus}
      onToggle={onToggle}
    >
      {items.map(({ icon, checked, ...item }) => (
        <button
          key={item.label}
          type="button"
          class="menu-item"
          role={checked === undefined ? 'menuitem' : 'menuitemcheckbox'}
          aria-checked={checked}
          tabIndex={-1}
          data-testid={item.testId}
          onClick={() => {
            list.current?.hidePopover();
            item.onClick();
          }}
        >
          <ItemIcon name={checked === true ? 'check' : icon} />
          {item.label}
        </button>
      ))}
    </div>
  );
}

function ItemIcon({ name }: { name: IconName | undefined }): JSX.Element {
  return name === undefined ? <span class="icon" /> : <Icon name={name} />;
}

function moveFocus(event: KeyboardEvent): void {
  const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (by === 0) return;
  event.preventDefault();
  const items = [...(event.currentTarget as HTMLElement).querySelectorAll<HTMLElement>('[role^=menuitem]')];
  const at = items.indexOf(document.activeElement as HTMLElement);
  items[(at + by + items.length) % items.length]?.focus();
}

/** In the top layer, where no scrolling pane cuts it off; inside the page on all sides. */
export function openMenu(list: HTMLElement | null, at: { left: number; top: number; bottom: number }): void {
  if (!list) return;
  list.showPopover();
  const { width, height } = list.getBoundingClientRect();
  const { clientWidth, clientHeight } = document.documentElement;
  const fitsBelow = at.bottom + height <= clientHeight;
  list.style.left = `${Math.max(0, Math.min(at.left, clientWidth - width))}px`;
  list.style.top = `${Math.max(0, fitsBelow ? at.bottom : at.top - height)}px`;
  list.querySelector<HTMLElement>('[role^=menuitem]')?.focus();
}
