import { l10n } from '../../../base/l10n.ts';
import type { JsonNode } from '../text/jsonTree.ts';
import type { InputDeclaration } from '../model/model.ts';
import type { ProblemList } from '../model/problems.ts';
import { referencesIn } from '../model/references.ts';

interface NamedBody {
  readonly name: string;
  readonly body: JsonNode;
}

/** Variables that can be checked without expanding anything: inputs, and those that are not supported. */
export function reportReferences(
  text: string,
  servers: readonly NamedBody[],
  inputs: readonly InputDeclaration[],
  problems: ProblemList,
): void {
  const used = new Set<string>();
  for (const server of servers) reportUses(text, server, inputs, problems, used);
  for (const { id, span } of inputs) {
    if (!used.has(id)) problems.info('unused-input', l10n.t('Input "{0}" is declared but never used.', id), span);
  }
}

/** Those of one server; the inputs that it names are added to `used`. */
export function reportUses(
  text: string,
  { name, body }: NamedBody,
  inputs: readonly InputDeclaration[],
  problems: ProblemList,
  used: Set<string>,
): void {
  for (const reference of referencesIn(text, body)) {
    if (reference.name === 'command')
      problems.error('unsupported-variable', commandRefused(reference.text), reference, name);
    if (reference.name !== 'input' || reference.argument === undefined) continue;
    used.add(reference.argument);
    if (inputs.some(({ id }) => id === reference.argument)) continue;
    const message = l10n.t('Input "{0}" is not declared under "inputs" of this file.', reference.argument);
    problems.error('undefined-input', message, reference, name, reference.argument);
  }
}

export function commandRefused(text: string): string {
  return l10n.t(
    '{0} is not supported: Switchboard does not run editor commands to resolve a configuration. Use ${input:…} or ${env:…} instead.',
    text,
  );
}
