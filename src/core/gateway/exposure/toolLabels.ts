import { type FlowLabel, flowLabels, flowLabelsOf } from '../../trust/flows/flowLabels.ts';
import type { ToolDefinition } from '../../wire/definitions.ts';
import { type ToolPolicy, labelOptions } from './agentPolicy.ts';

/** The labels of a tool as the user has corrected them. */
export function toolLabels(definition: ToolDefinition, rule: Partial<ToolPolicy> = {}): ReadonlySet<FlowLabel> {
  const named = flowLabelsOf(definition);
  return new Set(flowLabels.filter((label) => rule[labelOptions[label]] ?? named.has(label)));
}
