import { displayName } from '../../../contract/toolName.ts';
import { fitsDialog } from '../../../base/text/dialogText.ts';
import { revealSentence, revealedJson } from '../../../base/text/hiddenCharacters.ts';
import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import type { AskPort } from '../../ports/ports.ts';
import type { FlowCall, ToxicFlow } from './flowSessions.ts';
import type { AgentUser, CallQuestion, CallsParts } from './gatewayCalls.ts';

/** Shows an agent's whole call, and what led to it, and asks the user. Only a click on a button allows it. */
export function approveByUser(ask: AskPort): CallsParts['approve'] {
  return async (question, signal, user) => {
    if (ask.isUnattended) return user && !question.flow ? approveByAgentUser(question, user, signal) : 'nobody';
    const detail = detailOf(question);
    if (!fitsDialog(detail)) return 'tooLong';
    const [allow, forSession] = [l10n.t('Allow'), l10n.t('Allow for This Session')];
    const choices = question.flow ? [allow, forSession] : [allow];
    const answer = await ask.choose({ title: titleOf(question), detail, choices, modal: true }, signal);
    if (answer === allow) return 'allowed';
    return question.flow && answer === forSession ? 'allowedForSession' : 'denied';
  };
}

function allowSchema(): Readonly<Record<string, unknown>> {
  const allow = { type: 'boolean', title: l10n.t('Allow'), description: l10n.t('Make this call'), default: false };
  return { type: 'object', properties: { allow }, required: ['allow'] };
}

/**
 * Without a window, the user behind the agent is asked by its client. A client without a human can answer by itself, so
 * this holds for the policy that the user wrote, and not for a flow: there the agent itself may have been misled.
 */
async function approveByAgentUser(
  question: CallQuestion,
  user: AgentUser,
  signal: AbortSignal | undefined,
): ReturnType<CallsParts['approve']> {
  const once = question.tool.rule.approval === 'once' ? [l10n.t('You are not asked again in this session.')] : [];
  const message = [titleOf(question), ...once, argumentText(question.args)].join('\n\n');
  if (!fitsDialog(message)) return 'tooLong';
  try {
    const answer = await user.elicit({ mode: 'form', message, requestedSchema: allowSchema() }, signal);
    return isAllowed(answer) ? 'allowedByAgent' : 'denied';
  } catch (error) {
    if (signal?.aborted) throw error;
    return 'unanswered';
  }
}

function isAllowed(answer: unknown): boolean {
  const { action, content } = isRecord(answer) ? answer : {};
  return action === 'accept' && isRecord(content) && content['allow'] === true;
}

function titleOf({ tool, flow }: CallQuestion): string {
  const name = revealSentence(displayName({ server: tool.server, tool: tool.definition.name }));
  return flow
    ? l10n.t('Allow an agent to send data out with "{0}"?', name)
    : l10n.t('Allow an agent to call "{0}"?', name);
}

function detailOf({ tool, args, flow }: CallQuestion): string {
  const again = tool.rule.approval === 'once' ? [l10n.t('You are not asked again while this window is open.')] : [];
  return [...(flow ? flowBlocks(flow) : []), argumentText(args), ...again].join('\n\n');
}

/** Indented where that fits. */
function argumentText(args: unknown): string {
  const indented = revealedJson(args);
  return fitsDialog(indented) ? indented : revealedJson(args, 0);
}

function flowBlocks(flow: ToxicFlow): readonly string[] {
  return [
    [l10n.t('In this session the agent has read private data:'), ...lines(flow.private)].join('\n'),
    [l10n.t('It has also taken in content that others wrote:'), ...lines(flow.untrusted)].join('\n'),
    l10n.t('Instructions in that content may have led to this call. Check what it sends, and where:'),
  ];
}

const shownCalls = 5;

function lines(calls: readonly FlowCall[]): readonly string[] {
  const shown = calls.slice(0, shownCalls).map(({ server, what, args }) => {
    const name = revealSentence(displayName({ server, tool: what }));
    return `  • ${name} ${args}`.trimEnd();
  });
  const more = calls.length - shown.length;
  return more > 0 ? [...shown, `  • ${l10n.t('and {0} more', more)}`] : shown;
}
