import type { CompletionItem } from 'vscode-languageserver-protocol';
import { findReferences } from '../../core/config/model/references.ts';
import { environmentReference, understands } from '../document/clients.ts';
import type { ConfigText } from '../document/configText.ts';
import { l10n } from '../../base/l10n.ts';
import type { Environment } from '../environment/environment.ts';
import type { Cursor } from './cursor.ts';
import { CompletionItemKind } from '../document/protocolValues.ts';
import { type Proposal, toItem } from './item.ts';

/** `${…}` inside a text of a server, once a dollar sign is typed; only what this file's client fills in. */
export function variableItems(
  cursor: Cursor,
  document: ConfigText,
  around: Environment,
): readonly CompletionItem[] | undefined {
  const begun = /\$(?:\{[^}\s"]*)?$/.exec(cursor.typed)?.[0];
  if (begun === undefined) return undefined;
  const after = /^[^\s"}]*\}/.exec(document.text.slice(cursor.offset))?.[0] ?? '';
  const range = { offset: cursor.offset - begun.length, length: begun.length + after.length };
  return proposals(document, around).map((proposal) => toItem(proposal, cursor, document, range));
}

function proposals(document: ConfigText, around: Environment): readonly Proposal[] {
  const inputs = document.config.inputs.map(({ id, description }) => variable(`\${input:${id}}`, description, 1));
  const names = around.trusted ? Object.keys(around.env).toSorted() : [];
  const env = names.flatMap((name) => {
    const form = environmentReference(document.kind, name);
    return form === undefined ? [] : [variable(form, l10n.t('Environment variable'), 4)];
  });
  const folders = [
    variable('${workspaceFolder}', l10n.t('The folder that this file belongs to'), 2),
    variable('${userHome}', l10n.t('Your home folder'), 2),
    variable('${pathSeparator}', l10n.t('/ or \\'), 3),
  ];
  return [...inputs, ...folders, ...env].filter(({ label }) =>
    findReferences(label).every((reference) => understands(document.kind, reference)),
  );
}

function variable(text: string, detail: string, rank: number): Proposal {
  return { label: text, kind: CompletionItemKind.Variable, insert: text, detail, rank };
}
