import { removeAt } from '../../core/config/edit/edit.ts';
import { type ObjectNode, memberOf, nodeAt, parseJsonTree } from '../../core/config/text/jsonTree.ts';
import { insertItem, insertMember, styleOf } from '../../core/config/text/textEdit.ts';
import { namesSecret } from '../../core/trust/approval/risks.ts';
import { l10n } from '../../base/l10n.ts';
import { type PlacedServer, textItems } from '../document/configText.ts';
import { type Finding, type Fix, differenceOf } from '../document/finding.ts';
import type { RuleContext, ServerRule } from './rule.ts';

/** An argument that is nothing but a variable, alone or behind its flag: `--token=${env:TOKEN}`. */
const reference = /^(?:--?[\w-]+=)?(\$\{(?:env:|input:)?([\w-]+)\})$/;

/** A secret that a variable puts among the arguments, where every program of the machine can read it. */
export const secretVariables: ServerRule = (server, context) =>
  textItems(server.body, 'args').flatMap(({ node, text }, at, args): readonly Finding[] => {
    const before = args[at - 1]?.text;
    const [, value = '', name = ''] = reference.exec(text) ?? [];
    if (value === '' || !namesSecret(text, before)) return [];
    const flag = text === value && before?.startsWith('-') === true;
    return [
      {
        code: 'variable-argument',
        severity: 'hint',
        message: l10n.t(
          'Argument {0} will hold a secret, and every program on this machine can read it: "env" is safer.',
          at + 1,
        ),
        at: node,
        server: server.entry.name,
        fixes: () => moveToEnv(server, { at, flag, value, name: variableName(name) }, context),
      },
    ];
  });

interface SecretArgument {
  /** Where it is among the arguments, and whether the one before it goes too. */
  readonly at: number;
  readonly flag: boolean;
  readonly value: string;
  readonly name: string;
}

/** One change: from the arguments to the environment, under the name of its variable. */
function moveToEnv({ entry }: PlacedServer, argument: SecretArgument, { document }: RuleContext): readonly Fix[] {
  const { at, flag, value, name } = argument;
  let text = removeAt(document.text, [...entry.path, 'args', at]);
  if (flag) text = removeAt(text, [...entry.path, 'args', at - 1]);
  const body = nodeAt(parseJsonTree(text).root, entry.path);
  if (body?.kind !== 'object') return [];
  const moved = withVariable(text, body, name, value);
  if (moved === undefined) return [];
  return [{ title: l10n.t('Move it to "env" as {0}', name), changes: [differenceOf(document.text, moved)] }];
}

/** `env` is a map, or a list of NAME=value; a value that is there already stays. */
function withVariable(text: string, body: ObjectNode, name: string, value: string): string | undefined {
  const env = memberOf(body, 'env')?.value;
  if (!env) return insertMember(text, body, 'env', { [name]: value }, styleOf(text));
  if (env.kind === 'object') return memberOf(env, name) ? text : insertMember(text, env, name, value, styleOf(text));
  if (env.kind !== 'array') return undefined;
  const isThere = env.items.some((item) => item.kind === 'string' && String(item.value).startsWith(`${name}=`));
  return isThere ? text : insertItem(text, env, `${name}=${value}`, styleOf(text));
}

/** Inputs are called `github-token`, variables `GITHUB_TOKEN`. */
function variableName(name: string): string {
  return name.includes('-') ? name.replaceAll('-', '_').toUpperCase() : name;
}
