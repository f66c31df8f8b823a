import type { JSX } from 'preact';
import type { ToolFinding, ToolView } from '../../../src/contract/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Button } from '../components/kit.ts';
import { Notice, type NoticeKind } from '../components/notice.tsx';

interface ToolWarningsProps {
  readonly tool: ToolView;
  readonly onAccept: () => void;
}

/** Warnings before a run: the tool changed since it was approved, or its texts look suspicious. */
export function ToolWarnings({ tool, onAccept }: ToolWarningsProps): JSX.Element | null {
  const findings = tool.findings ?? [];
  if (tool.changed === undefined && findings.length === 0) return null;
  return (
    <div class="warnings">
      {tool.changed !== undefined && (
        <Notice kind="warning" testId="tool-changed">
          <strong class="notice-lead">
            {t('The definition of this tool has changed. The tool is blocked until you accept the change.')}
          </strong>
          <div class="pre-wrap">{tool.changed}</div>
          <Button data-testid="tool-accept" onClick={onAccept}>
            {t('Accept Change')}
          </Button>
        </Notice>
      )}
      {findings.map((finding) => (
        <Finding key={`${finding.path} ${finding.message}`} finding={finding} />
      ))}
    </div>
  );
}

const kinds: Readonly<Record<ToolFinding['severity'], NoticeKind>> = { high: 'error', medium: 'warning', low: 'info' };

function Finding({ finding }: { finding: ToolFinding }): JSX.Element {
  return (
    <Notice kind={kinds[finding.severity]} testId="tool-finding">
      <div>{finding.message}</div>
      <code class="pre-wrap">{finding.excerpt}</code>
      <div class="muted">{finding.path}</div>
    </Notice>
  );
}
