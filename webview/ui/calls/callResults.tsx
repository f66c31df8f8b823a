import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Call, ToolCalls } from '../../model/calls/calls.ts';
import type { Inspector } from '../../model/inspector/inspector.ts';
import { t } from '../../platform/l10n.ts';
import { Icon } from '../components/icon.tsx';
import { Menu } from '../components/menu.tsx';
import { formatMs } from '../../platform/units.ts';
import { RequestsOfCall } from '../clientRequests/pendingRequests.tsx';
import { callPresentation } from '../results/callPresentation.ts';
import { CallResult } from '../results/callResult.tsx';
import type { ResultActions } from '../results/resultHead.tsx';

const maxRuns = 20;

interface CallResultsProps {
  readonly inspector: Inspector;
  readonly calls: ToolCalls;
  readonly shown: Call;
  readonly outputSchema?: unknown;
  readonly actions: ResultActions;
}

/** The calls of this tool, one at a time, each with its own result. */
export function CallResults({ inspector, calls, shown, outputSchema, actions }: CallResultsProps): JSX.Element {
  const section = useRef<HTMLElement>(null);
  useInView(section, shown);
  return (
    <section class="results" aria-label={t('Results')} data-testid="results" data-region="results" ref={section}>
      <h2 class="sr-only">{t('Result')}</h2>
      <RequestsOfCall inspector={inspector} call={shown} />
      <CallResult
        key={shown.id}
        call={shown}
        outputSchema={outputSchema}
        actions={actions}
        isAsked={inspector.clientRequests.list.value.some(({ view }) => view.call === shown.id)}
        {...(calls.list.value.length > 1 && { runs: <Runs calls={calls} shown={shown} /> })}
      />
    </section>
  );
}

/** Where the result is below the form, a run brings it into view: when it starts, and when there is something to see. */
function useInView(section: { current: HTMLElement | null }, call: Call): void {
  const shown = `${call.id} ${call.view.value.state.kind}`;
  const before = useRef(call.view.value.state.kind === 'running' ? undefined : shown);
  useEffect(() => {
    if (before.current === shown) return;
    before.current = shown;
    return keepAtTop(section.current);
  }, [shown]);
}

const userEvents = ['wheel', 'pointerdown', 'keydown'] as const;

/** A long form above goes on growing while it is rendered: the result stays where it is until the user does something. */
function keepAtTop(section: HTMLElement | null): (() => void) | undefined {
  const page = section?.closest('.detail');
  const content = section?.closest('.call');
  if (!page || !content) return undefined;
  const observer = new ResizeObserver(() => scrollToTop(section));
  const stop = (): void => observer.disconnect();
  observer.observe(content);
  for (const event of userEvents) page.addEventListener(event, stop, { once: true });
  return stop;
}

/** Only the page scrolls: `scrollIntoView` would push the tabs out of a view that hides its overflow. */
function scrollToTop(section: HTMLElement | null): void {
  const page = section?.closest('.detail');
  if (section && page) page.scrollTop += section.getBoundingClientRect().top - page.getBoundingClientRect().top;
}

function Runs({ calls, shown }: { calls: ToolCalls; shown: Call }): JSX.Element {
  const items = calls.list.value.slice(0, maxRuns).map((call) => {
    const { icon, label } = callPresentation(call);
    return {
      icon,
      label: `#${call.view.value.number} ${label} ${durationOf(call)}`,
      testId: `run-${call.view.value.number}`,
      onClick: () => (calls.open.value = call.id),
    };
  });
  const shownNumber = `#${shown.view.value.number}`;
  return (
    <Menu items={items} label={`${shownNumber} ${t('Calls of this tool')}`} testId="runs">
      <span class="muted">{shownNumber}</span>
      <Icon name="chevron-down" />
    </Menu>
  );
}

function durationOf(call: Call): string {
  const { state } = call.view.value;
  return state.kind === 'done' ? formatMs(state.end.durationMs) : '';
}
