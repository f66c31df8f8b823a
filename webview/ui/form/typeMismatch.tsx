import type { JSX } from 'preact';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { clip } from '../../../src/base/json.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';

/** A value of another type than the schema wants, from the JSON text or a saved call: kept, shown, replaceable. */
export function TypeMismatch({ node, value }: { node: FieldNode; value: unknown }): JSX.Element {
  return (
    <div class="type-mismatch">
      <code class="break">{clip(JSON.stringify(value) ?? '', 300)}</code>
      <Button onClick={() => node.set()}>{t('Replace')}</Button>
    </div>
  );
}
