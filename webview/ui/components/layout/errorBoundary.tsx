import { Component, type ComponentChildren } from 'preact';
import { messageOf } from '../../../../src/base/fault.ts';
import { t } from '../../../platform/l10n.ts';
import { Button } from '../kit.ts';
import { Notice } from './notice.tsx';

interface BoundaryProps {
  readonly onError: (error: unknown) => void;
  readonly children: ComponentChildren;
}

/** A bug in one view is reported with a way to continue; it never leaves an empty page. */
export class Boundary extends Component<BoundaryProps, { readonly error?: unknown }> {
  override state: { readonly error?: unknown } = {};

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
    this.setState({ error });
  }

  override render(): ComponentChildren {
    if (this.state.error === undefined) return this.props.children;
    return (
      <Notice kind="error" testId="crash">
        <strong class="notice-lead">{t('This view failed because of an error in MCP Switchboard.')}</strong>
        <div class="pre-wrap">{messageOf(this.state.error)}</div>
        <Button onClick={() => this.setState({ error: undefined })}>{t('Reload View')}</Button>
      </Notice>
    );
  }
}
