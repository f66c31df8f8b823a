import * as vscode from 'vscode';
import type { DefinitionRef } from '../../core/trust/pins/definition.ts';
import { describeDefinition } from '../../core/trust/pins/describeDefinition.ts';

/** More would not fit into a notification. */
const mostNames = 5;

export function definitionNames(definitions: readonly DefinitionRef[]): string {
  const shown = definitions.slice(0, mostNames).map(describeDefinition).join(', ');
  const more = definitions.length - mostNames;
  return more > 0 ? vscode.l10n.t('{0} and {1} more', shown, more) : shown;
}
