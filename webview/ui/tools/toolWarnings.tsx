import type { JSX } from 'preact';
import type { HeldView } from '../../../src/contract/definitions.ts';
import type { ToolFinding, ToolView } from '../../../src/contract/inspector.ts';
import { HeldNotice } from '../trust/heldNotice.tsx';
import { Notice, type NoticeKind } from '../components/layout/notice.tsx';

interface ToolWarningsProps {
  readonly tool: ToolView;
  readonly onAccept: (held: HeldView) => void;
}

/** Warnings before a run: the tool is blocked, or its texts look suspicious. */
export function ToolWarnings({ tool, onAccept }: ToolWarningsProps): JSX.Element | null {
  const findings = tool.findings ?? [];
  if (!tool.held && findings.length === 0) return null;
  return (
    <div class="warnings">
      {tool.held && <HeldNotice held={tool.held} onAccept={onAccept} />}
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
