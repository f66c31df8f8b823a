import { l10n } from '../../../base/l10n.ts';
import { type Fields, unsafeKeys } from './fields.ts';
import type { ArrayNode, Member, ObjectNode } from '../text/jsonTree.ts';
import { type TextRange, describeKind } from '../model/problems.ts';

type Pair = readonly [name: string, value: string];

const headerName = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/** Headers as written, plus those that some clients name by an environment variable. */
export function parseHeaders(fields: Fields): Readonly<Record<string, string>> {
  const written = writtenHeaders(fields);
  const extra = [...fromVariables(fields), ...bearer(fields)];
  const names = new Set(written.map(([name]) => name.toLowerCase()));
  return Object.fromEntries([...written, ...extra.filter(([name]) => !names.has(name.toLowerCase()))]);
}

function writtenHeaders(fields: Fields): readonly Pair[] {
  const member = fields.member('headers', 'http_headers', 'httpHeaders');
  if (!member || member.value.kind === 'null') return [];
  if (member.value.kind === 'object') return mapHeaders(fields, member.value);
  if (member.value.kind === 'array') return listHeaders(fields, member.value);
  fields.fail(l10n.t('"{0}" must be a map, not {1}.', member.key, describeKind(member.value)), member.value);
  return [];
}

function mapHeaders(fields: Fields, node: ObjectNode): readonly Pair[] {
  return node.members.flatMap((member): readonly Pair[] => {
    const text = headerText(fields, member);
    return text === undefined ? [] : checked(fields, [member.key, text], member);
  });
}

function headerText(fields: Fields, { key, value }: Member): string | undefined {
  if (!value || value.kind === 'null') return undefined;
  if (value.kind !== 'object' && value.kind !== 'array') return String(value.value);
  fields.fail(l10n.t('The header {0} must be a string, not {1}.', key, describeKind(value)), value);
  return undefined;
}

/** `Name: value`, as a user would type it for curl. */
function listHeaders(fields: Fields, node: ArrayNode): readonly Pair[] {
  return node.items.flatMap((item): readonly Pair[] => {
    const text = item.kind === 'string' ? String(item.value) : '';
    const at = text.indexOf(':');
    if (at > 0) return checked(fields, [text.slice(0, at).trim(), text.slice(at + 1).trim()], item);
    fields.fail(l10n.t('A header in a list is written as "Name: value".'), item);
    return [];
  });
}

function checked(fields: Fields, pair: Pair, at: TextRange): readonly Pair[] {
  const [name, value] = pair;
  if (headerName.test(name) && !unsafeKeys.has(name) && !/[\r\n\0]/.test(value)) return [pair];
  fields.fail(l10n.t('"{0}" is not a valid header.', name), at); // a line break would smuggle in a second header
  return [];
}

function bearer(fields: Fields): readonly Pair[] {
  const name = fields.note('bearerTokenEnvVar', 'bearer_token_env_var');
  return name ? [['Authorization', `Bearer \${env:${name}}`]] : [];
}

function fromVariables(fields: Fields): readonly Pair[] {
  const member = fields.member('env_http_headers', 'envHttpHeaders');
  if (member?.value.kind !== 'object') return [];
  return member.value.members.flatMap(({ key, value }): readonly Pair[] =>
    value?.kind === 'string' && headerName.test(key) && !unsafeKeys.has(key) ? [[key, `\${env:${value.value}}`]] : [],
  );
}
