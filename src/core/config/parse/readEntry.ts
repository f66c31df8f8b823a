import { l10n } from '../../../base/l10n.ts';
import type { Candidate } from './candidates.ts';
import { Fields, unsafeKeys } from './fields.ts';
import { hasHidden } from '../../../base/text/hiddenCharacters.ts';
import { type JsonNode, type ObjectNode, type SyntaxError, nodeAt, toObject, toValue } from '../text/jsonTree.ts';
import type { LineIndex } from '../text/lineMap.ts';
import type { ConfigSource, EntrySpans, InputDeclaration, ServerEntry } from '../model/model.ts';
import { parseLaunch } from './parseLaunch.ts';
import { parseOptions } from './parseOptions.ts';
import { type TextRange, type ProblemList, describeKind } from '../model/problems.ts';

interface EntryContext {
  readonly source: ConfigSource;
  readonly inputs: readonly InputDeclaration[];
  readonly errors: readonly SyntaxError[];
  /** Of the whole file. */
  readonly root: JsonNode | undefined;
}

/** Reads one server. `undefined` if it cannot be launched; the problems say why. */
export function readEntry(
  candidate: Candidate,
  { source, inputs, errors, root }: EntryContext,
  problems: ProblemList,
): ServerEntry | undefined {
  const { name, body, path, whole } = candidate;
  if (!nameIsFine(candidate, problems)) return undefined;
  if (body.kind !== 'object') {
    problems.error('wrong-type', l10n.t('"{0}" must be an object, not {1}.', name, describeKind(body)), body, name);
    return undefined;
  }
  const fields = new Fields(body, name, problems);
  if (typeof path.at(-1) === 'number') fields.member('id', 'name');
  const options = parseOptions(fields, nodeAt(root, path.slice(0, -2)));
  const launch = parseLaunch(fields);
  if (!launch) return undefined;
  const unknown = Object.fromEntries(fields.unused.flatMap(({ key, value }) => (value ? [[key, toValue(value)]] : [])));
  return {
    name,
    source,
    launch,
    options,
    unknown,
    raw: toObject(body),
    inputs,
    path,
    spans: spansOf(candidate, body, problems.lines),
    incomplete: errors.some((error) => error.offset >= whole.offset && error.offset < whole.offset + whole.length),
  };
}

function nameIsFine({ name, nameAt }: Candidate, problems: ProblemList): boolean {
  if (name.trim() === '') problems.error('server-name', l10n.t('A server needs a name.'), nameAt);
  else if (unsafeKeys.has(name))
    problems.error('server-name', l10n.t('"{0}" cannot be the name of a server.', name), nameAt);
  else if (hasHidden(name)) problems.error('server-name', l10n.t('This name contains invisible characters.'), nameAt);
  else return true;
  return false;
}

function spansOf({ whole, nameAt }: Candidate, body: ObjectNode, lines: LineIndex): EntrySpans {
  const span = (place: TextRange) => lines.span(place.offset, place.length);
  return { entry: span(whole), name: span(nameAt), body: span(body) };
}
