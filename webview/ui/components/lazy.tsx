import { signal } from '@preact/signals';
import type { ComponentType, JSX } from 'preact';
import { t } from '../../platform/l10n.ts';
import { ProgressRing } from './kit.ts';

/** A component whose code is loaded when it is first shown: a page loads only what it shows. */
export function lazy<P extends object>(load: () => Promise<ComponentType<P>>): (props: P) => JSX.Element {
  const loaded = signal<ComponentType<P> | undefined>(undefined);
  let isRequested = false;
  const fetchOnce = async (): Promise<void> => {
    isRequested = true;
    const component = await load();
    loaded.value = component;
  };
  return function Lazy(props: P): JSX.Element {
    if (!isRequested) void fetchOnce();
    const Component = loaded.value;
    return Component ? <Component {...props} /> : <ProgressRing class="centre" aria-label={t('Loading')} />;
  };
}
