import type { JSX } from 'preact';
import type { FieldNode } from '../../model/form/fields/fieldNode.ts';
import { TextNode } from '../../model/form/fields/scalarNodes.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { nameOf } from './hints.ts';
import { IconButton } from '../components/iconButton.tsx';

/** Shows whether a value is sent, and makes it unset, null or empty, which are three different things. */
export function FieldState({ node }: { node: FieldNode }): JSX.Element {
  const { kind } = node.mode.value;
  const name = nameOf(node);
  return (
    <>
      {kind === 'null' && <span class="field-mode">null</span>}
      {kind === 'unset' && node instanceof TextNode && (
        <IconButton isInner class="quiet" label={t('{0}: send empty text', name)} onClick={() => node.setText('')}>
          ""
        </IconButton>
      )}
      {kind !== 'null' && node.nullable && (
        <IconButton isInner label={t('{0}: send null', name)} onClick={() => node.setNull()}>
          null
        </IconButton>
      )}
      {kind !== 'unset' && (
        <IconButton isInner label={t('{0}: do not send', name)} onClick={() => node.unset()}>
          <Icon name="close" />
        </IconButton>
      )}
    </>
  );
}
