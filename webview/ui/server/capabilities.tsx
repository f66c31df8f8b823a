import type { JSX } from 'preact';
import { isRecord } from '../../../src/base/json.ts';
import type { Era } from '../../../src/contract/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';

interface CapabilitiesProps {
  readonly capabilities: Readonly<Record<string, unknown>>;
  readonly era?: Era | undefined;
}

const known = ['tools', 'resources', 'prompts', 'completions', 'logging', 'tasks', 'extensions', 'experimental'];

/** The capabilities that the server declares; the others are shown as not offered. */
export function Capabilities({ capabilities, era }: CapabilitiesProps): JSX.Element {
  const gone = era === 'modern' ? ['tasks'] : ['extensions'];
  const names = [...new Set([...known.filter((name) => !gone.includes(name)), ...Object.keys(capabilities)])];
  return (
    <ul class="plain" data-testid="capability-list">
      {names.map((name) => {
        const value = capabilities[name];
        const has = value !== undefined && value !== false;
        return (
          <li key={name} class={`state tone-${has ? 'good' : 'quiet'}`} data-capability={name} data-offered={has}>
            <Icon name={has ? 'pass' : 'circle-slash'} />
            <span class={has ? '' : 'muted'}>
              {name}
              {has ? detailsOf(value) : <span class="sr-only">{t(', not supported')}</span>}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

/** `listChanged`, `subscribe` and the like; of extensions their names. */
function detailsOf(value: unknown): string {
  if (!isRecord(value)) return '';
  const names = Object.entries(value).flatMap(([name, inner]) => (inner === false ? [] : [name]));
  return names.length === 0 ? '' : `: ${names.join(', ')}`;
}
