import type { JsonNode } from '../../core/config/text/jsonTree.ts';
import { memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import { configFormats } from '../../core/config/model/formats.ts';
import { keyRange } from '../../core/config/model/problems.ts';
import { holdsSecret } from '../../core/trust/approval/risks.ts';
import { redactText } from '../../core/trust/redaction/redact.ts';
import { isSecretField } from '../../core/trust/redaction/redactFields.ts';
import { environmentReference } from '../document/clients.ts';
import { textItems, textMember, textPairs } from '../document/configText.ts';
import { type Finding, type Fix, replaceAt } from '../document/finding.ts';
import { l10n } from '../../base/l10n.ts';
import { addition, declaration } from './fixing.ts';
import type { FileRule, RuleContext, ServerRule } from './rule.ts';

/** A secret that is in the file, and where it could go instead. */
interface Literal {
  readonly node: JsonNode;
  readonly value: string;
  /** What stays before it, such as `Bearer `. */
  readonly prefix: string;
  /** A name for the variable that takes its place. */
  readonly name: string;
  readonly where: string;
}

/** Secrets in env, headers, arguments or the address; and blanks that were never filled in. */
export const secretLiterals: ServerRule = ({ body, entry }, context) => {
  const literals: readonly Literal[] = [
    ...textPairs(body, 'env').flatMap(({ member, node, text }) =>
      isSecret(member.key, text) ? [{ node, value: text, prefix: '', name: member.key, where: member.key }] : [],
    ),
    ...textPairs(body, 'headers').flatMap(({ member, node, text }) =>
      headerLiteral(member.key, text, node, entry.name),
    ),
    ...argumentLiterals(textItems(body, 'args'), entry.name),
    ...addressLiterals(textMember(body, 'url', 'serverUrl'), entry.name),
  ];
  return literals.flatMap((literal) => {
    if (isPlaceholder(literal.value)) return [placeholderFinding(literal, entry.name, context)];
    return isUnavoidable(literal, context) ? [] : [secretFinding(literal, entry.name, context)];
  });
};

function isSecret(name: string, value: string): boolean {
  if (value === '' || value.includes('${')) return false;
  return (isSecretField(name) && (value.length >= 6 || isPlaceholder(value))) || redactText(value) !== value;
}

function headerLiteral(header: string, text: string, node: JsonNode, server: string): readonly Literal[] {
  if (!isSecret(header, text)) return [];
  const prefix = /^(?:bearer|basic|token|apikey)\s+/i.exec(text)?.[0] ?? '';
  const word = header.toLowerCase() === 'authorization' ? 'token' : header;
  return [{ node, value: text.slice(prefix.length), prefix, name: variableName(server, word), where: header }];
}

function argumentLiterals(
  args: readonly { readonly node: JsonNode; readonly text: string }[],
  server: string,
): readonly Literal[] {
  return args.flatMap(({ node, text }, at) => {
    if (!holdsSecret(text, args[at - 1]?.text)) return [];
    const [, flag = '', joined] = /^(--?[\w-]+)=(.+)$/s.exec(text) ?? [];
    const before = args[at - 1]?.text.replace(/^-+/, '') ?? 'secret';
    const header = /^([\w-]+:\s*(?:bearer\s+|basic\s+)?)(.+)$/is.exec(text);
    const prefix = joined !== undefined ? `${flag}=` : (header?.[1] ?? '');
    const word = joined !== undefined ? flag.replace(/^-+/, '') : header ? 'token' : before;
    return [{ node, value: text.slice(prefix.length), prefix, name: variableName(server, word), where: 'args' }];
  });
}

function addressLiterals(url: ReturnType<typeof textMember>, server: string): readonly Literal[] {
  if (!url || url.text.includes('${') || redactText(url.text) === url.text) return [];
  const [, prefix = '', value] = /^(.*[?&][\w-]+=)([^&#]+)$/s.exec(url.text) ?? [];
  return [
    {
      node: url.node,
      value: value ?? url.text,
      prefix: value === undefined ? '' : prefix,
      name: variableName(server, 'key'),
      where: url.member.key,
    },
  ];
}

/** `GITHUB_TOKEN` for the header of a server called github; a word that names the server already stays as it is. */
function variableName(server: string, word: string): string {
  const [head, tail] = [server, word.replace(/^x-/i, '')].map(upperName);
  return head && tail && !tail.startsWith(`${head}_`) ? `${head}_${tail}` : tail || 'SECRET';
}

function upperName(text: string): string {
  return text
    .replaceAll(/[^A-Za-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .toUpperCase();
}

/** Placeholders of readmes. */
function isPlaceholder(value: string): boolean {
  return (
    /^<.*>$|^\[.*\]$|^\{.*\}$|^x{3,}$|^\*{3,}$|^\.{3}$|…$/i.test(value) ||
    /(?:^|[-_ /])(?:your|insert|replace|change[-_ ]?me|placeholder|todo|dummy)(?:[-_ ]|$)/i.test(value) ||
    /(?:^|[-_])(?:x{4,}|here)$/i.test(value)
  );
}

/** Claude Desktop expands no variables: the value has to be in its file. */
function isUnavoidable({ where }: Literal, { document }: RuleContext): boolean {
  return document.kind === 'claudeDesktop' && where !== 'args' && where !== 'url';
}

function secretFinding(literal: Literal, server: string, context: RuleContext): Finding {
  const risk =
    literal.where === 'args'
      ? l10n.t('every program on this machine can read it')
      : l10n.t('anyone who can read this file can read it');
  return {
    code: 'secret-literal',
    severity: 'warning',
    message: l10n.t('Secret stored in plain text ({0}): {1}.', literal.where, risk),
    at: literal.node,
    server,
    fixes: () => moves(literal, context),
  };
}

function placeholderFinding(literal: Literal, server: string, context: RuleContext): Finding {
  return {
    code: 'placeholder',
    severity: 'info',
    message: l10n.t('This is still a placeholder from an example: the server needs a real value.'),
    at: literal.node,
    server,
    fixes: () => moves(literal, context),
  };
}

/** Moves it to an input if the client has inputs, else to the environment. The value itself is not stored. */
function moves(literal: Literal, { document }: RuleContext): readonly Fix[] {
  const id = literal.name.toLowerCase().replaceAll('_', '-');
  const put = (reference: string) => replaceAt(literal.node, JSON.stringify(literal.prefix + reference));
  const declared = document.config.inputs.some((input) => input.id === id);
  const input = declared
    ? undefined
    : declaration(document, { type: 'promptString', id, description: literal.name, password: true });
  const variable = environmentReference(document.kind, literal.name);
  return [
    ...(input || declared
      ? [
          {
            title: l10n.t('Ask for it with an input'),
            changes: [put(`\${input:${id}}`), ...(input ? [input] : [])],
            preferred: true,
          },
        ]
      : []),
    ...(variable === undefined
      ? []
      : [
          {
            title: l10n.t('Read it from the environment variable {0}', literal.name),
            changes: [put(variable)],
            preferred: !input && !declared,
          },
        ]),
  ];
}

/** An input for a secret without `password`: shown while typing, and stored in clear text. */
export const openInputs: FileRule = ({ document }) => {
  const path = configFormats[document.kind].inputs;
  const list = path && nodeAt(document.config.root, path);
  if (list?.kind !== 'array') return [];
  return list.items.flatMap((item): readonly Finding[] => {
    const id = memberOf(item, 'id');
    const name = id?.value?.kind === 'string' ? String(id.value.value) : '';
    const asks = memberOf(item, 'type')?.value;
    if (item.kind !== 'object' || !id?.value || !isSecretField(name) || memberOf(item, 'password')) return [];
    if (asks?.kind !== 'string' || asks.value !== 'promptString') return [];
    return [
      {
        code: 'open-input',
        severity: 'info',
        message: l10n.t(
          '"{0}" looks like a secret: with "password": true it is hidden while typing and stored as a secret.',
          name,
        ),
        at: keyRange(id).length > 0 ? id.value : item,
        fixes: () => [
          {
            title: l10n.t('Make it a password'),
            changes: [addition(document, item, 'password', true)],
            preferred: true,
          },
        ],
      },
    ];
  });
};
