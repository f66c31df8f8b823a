import { displayName } from '../../../contract/toolName.ts';
import type { FlowCall, ToxicFlow } from './flowSessions.ts';

/** Why a call that was put to the user was not made; the model reads it. */
export type Refusal = 'denied' | 'tooLong' | 'unanswered' | 'nobody';

export function refusalText(name: string, refusal: Refusal, flow: ToxicFlow | undefined): string {
  const sentence = sentences[refusal](name, flow !== undefined);
  return flow ? `${sentence} ${flowText(name, flow)}` : sentence;
}

const sentences: Readonly<Record<Refusal, (name: string, isFlow: boolean) => string>> = {
  denied: (name) => `The user denied ${name}.`,
  tooLong: (name) =>
    `The user must approve ${name}, and the arguments are too long to be shown whole: the call was not made. Send less in one call.`,
  unanswered: (name) => `The user must approve ${name}, and the question was not answered: the call was not made.`,
  nobody: (name, isFlow) =>
    `The user must approve ${name}, and there is no user to ask here: the call was not made. It can be made through a VS Code window, ${isFlow ? '' : 'by a client that can ask its user (elicitation), '}or without asking if the user's rules for agents allow it.`,
};

function flowText(name: string, flow: ToxicFlow): string {
  const before = `This session has read private data (${namesOf(flow.private)}) and taken in untrusted content (${namesOf(flow.untrusted)})`;
  return `${before}, and ${name} can send data out.`;
}

const shownNames = 3;

function namesOf(calls: readonly FlowCall[]): string {
  const names = calls.slice(0, shownNames).map(({ server, what }) => displayName({ server, tool: what }));
  return [...names, ...(calls.length > shownNames ? ['…'] : [])].join(', ');
}
