import type { JSX } from 'preact';
import type { Inspector } from '../../model/inspector.ts';
import { type Part, parts } from '../../model/place.ts';
import { t } from '../../text.ts';
import { Icon } from '../icon.tsx';
import type { IconName } from '../icons.ts';

interface PartLook {
  readonly icon: IconName;
  readonly label: string;
}

export function partLook(part: Part): PartLook {
  switch (part) {
    case 'tools':
      return { icon: 'tools', label: t('Tools') };
    case 'resources':
      return { icon: 'file', label: t('Resources') };
    case 'prompts':
      return { icon: 'comment', label: t('Prompts') };
    case 'tasks':
      return { icon: 'checklist', label: t('Tasks') };
    case 'events':
      return { icon: 'pulse', label: t('Notifications') };
    case 'server':
      return { icon: 'server', label: t('Server') };
    case 'calls':
      return { icon: 'history', label: t('History') };
    case 'raw':
      return { icon: 'send', label: t('Raw') };
    default:
      return part satisfies never;
  }
}

/** One tab stop; arrows go from part to part. Where there is no room only the open one shows its name. */
export function PartTabs({ inspector, server }: { inspector: Inspector; server: string }): JSX.Element {
  const current = inspector.place.part.value;
  const unseen = inspector.browse.events.unseen.value.get(server) ?? 0;
  const onKeyDown = (event: KeyboardEvent): void => {
    const to = movedTo(event.key, parts.indexOf(current));
    if (to === undefined) return;
    event.preventDefault();
    inspector.place.part.value = to;
    (event.currentTarget as HTMLElement).querySelector<HTMLElement>(`[data-part="${to}"]`)?.focus();
  };
  return (
    <div class="parts" role="tablist" aria-label={t('Server tabs')} data-region="parts" onKeyDown={onKeyDown}>
      {parts.map((part, at) => (
        <button
          key={part}
          id={`part-${part}`}
          type="button"
          role="tab"
          class="part"
          data-part={part}
          data-testid={`part-${part}`}
          aria-selected={part === current}
          aria-controls="part-panel"
          tabIndex={part === current ? 0 : -1}
          title={t('{0} (Alt+{1})', partLook(part).label, at + 1)}
          onClick={() => (inspector.place.part.value = part)}
        >
          <Icon name={partLook(part).icon} />
          <span class="part-name">{partLook(part).label}</span>
          {part === 'events' && unseen > 0 && (
            <span class="part-count" data-testid="unseen">
              {unseen > 99 ? '99+' : unseen}
              <span class="sr-only">{t('new')}</span>
            </span>
          )}
        </button>
      ))}
    </div>
  );
}

function movedTo(key: string, at: number): Part | undefined {
  if (key === 'Home') return parts[0];
  if (key === 'End') return parts.at(-1);
  const by = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  return by === 0 ? undefined : parts[(at + by + parts.length) % parts.length];
}
