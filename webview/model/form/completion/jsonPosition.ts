import { parseJson } from '../../../../src/base/json.ts';

/** Where the caret is in a JSON text, which may be incomplete. */
export interface JsonPosition {
  readonly kind: 'key' | 'value';
  /** The object that the key belongs to, or the value itself. */
  readonly path: readonly string[];
  /** Keys that the object has already. */
  readonly keys: readonly string[];
  /** The token at the caret. */
  readonly from: number;
  readonly to: number;
}

interface Frame {
  readonly isArray: boolean;
  readonly keys: string[];
  key: string | undefined;
  index: number;
  /** In an object: between the colon and the comma. */
  isValue: boolean;
}

const token = /"(?:\\.|[^"\\\n])*"?|[{}[\]:,]|[^\s{}[\]:,"]+/g;

export function positionAt(json: string, caret: number): JsonPosition {
  const stack: Frame[] = [];
  let [from, to] = [caret, caret];
  for (const match of json.matchAll(token)) {
    const [start, end] = [match.index, match.index + match[0].length];
    const isOpen = match[0].startsWith('"') && !/^"(?:\\.|[^"\\])*"$/.test(match[0]);
    if (start >= caret || (end >= caret && (end > caret || isOpen || isWord(match[0])))) {
      if (start < caret || (start === caret && isWord(match[0]))) [from, to] = [start, end];
      break;
    }
    take(match[0], stack);
  }
  return position(stack, from, to);
}

/** Not punctuation: a string, a number, a literal. */
function isWord(text: string): boolean {
  return !/^[{}[\]:,]$/.test(text);
}

function position(stack: readonly Frame[], from: number, to: number): JsonPosition {
  const top = stack.at(-1);
  const isKey = top !== undefined && !top.isArray && !top.isValue;
  const above = stack.slice(0, -1).map(keyOf);
  const path = top && !isKey ? [...above, keyOf(top)] : above;
  return { kind: isKey ? 'key' : 'value', path, keys: top?.keys ?? [], from, to };
}

function keyOf(frame: Frame): string {
  return frame.isArray ? String(frame.index) : (frame.key ?? '');
}

function take(text: string, stack: Frame[]): void {
  const top = stack.at(-1);
  if (text === '{' || text === '[')
    stack.push({ isArray: text === '[', keys: [], key: undefined, index: 0, isValue: false });
  else if (text === '}' || text === ']') stack.pop();
  else if (!top) return;
  else if (text === ':') top.isValue = true;
  else if (text === ',') next(top);
  else if (!top.isArray && !top.isValue) setKey(top, text);
}

function next(frame: Frame): void {
  if (frame.isArray) frame.index++;
  frame.isValue = false;
}

function setKey(frame: Frame, text: string): void {
  const parsed = parseJson(text);
  frame.key = parsed.ok && typeof parsed.value === 'string' ? parsed.value : text;
  frame.keys.push(frame.key);
}
