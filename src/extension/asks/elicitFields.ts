import { isRecord } from '../../base/json.ts';

export interface FieldOption {
  readonly label: string;
  readonly value: string;
}

/** One property of the flat schema that elicitation allows. */
export interface Field {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly type: 'string' | 'number' | 'integer' | 'boolean' | 'array';
  readonly required: boolean;
  readonly initial: string;
  readonly options: readonly FieldOption[];
  readonly schema: Readonly<Record<string, unknown>>;
}

export function readFields(schema: Readonly<Record<string, unknown>>): Field[] {
  const properties = isRecord(schema['properties']) ? schema['properties'] : {};
  const required = Array.isArray(schema['required']) ? schema['required'] : [];
  return Object.entries(properties)
    .filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1]))
    .map(([name, inner]) => readField(name, inner, required.includes(name)));
}

function readField(name: string, schema: Record<string, unknown>, required: boolean): Field {
  const { title, description, default: initial } = schema;
  const type =
    (['number', 'integer', 'boolean', 'array'] as const).find((known) => known === schema['type']) ?? 'string';
  return {
    name,
    label: typeof title === 'string' ? title : name,
    description: typeof description === 'string' ? description : '',
    type,
    required,
    initial: initial === undefined ? '' : String(initial),
    options: readOptions(type, schema),
    schema,
  };
}

function readOptions(type: Field['type'], schema: Record<string, unknown>): FieldOption[] {
  if (type === 'boolean') return ['true', 'false'].map((value) => ({ label: value, value }));
  const choices = type === 'array' && isRecord(schema['items']) ? schema['items'] : schema;
  const titled = choices['oneOf'] ?? choices['anyOf'];
  if (Array.isArray(titled)) {
    return titled
      .filter(isRecord)
      .map((one) => ({ label: String(one['title'] ?? one['const']), value: String(one['const']) }));
  }
  const values = Array.isArray(choices['enum']) ? choices['enum'] : [];
  const names = Array.isArray(choices['enumNames']) ? choices['enumNames'] : [];
  return values.map((value, index) => ({ label: String(names[index] ?? value), value: String(value) }));
}

/** What is wrong with a typed text, as words; the server checks again on its side. */
export function checkText(field: Field, text: string): string | undefined {
  const { schema } = field;
  if (field.type === 'number' || field.type === 'integer') return checkNumber(field, text);
  const { minLength, maxLength, pattern } = schema;
  if (typeof minLength === 'number' && text.length < minLength) return `At least ${minLength} characters`;
  if (typeof maxLength === 'number' && text.length > maxLength) return `At most ${maxLength} characters`;
  if (typeof pattern === 'string' && pattern.length < 200 && !safeTest(pattern, text)) return `Must match ${pattern}`;
  if (field.required && text === '') return 'A value is required';
  return undefined;
}

function checkNumber({ type, schema }: Field, text: string): string | undefined {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value)) return 'Must be a number';
  if (type === 'integer' && !Number.isInteger(value)) return 'Must be a whole number';
  const { minimum, maximum } = schema;
  if (typeof minimum === 'number' && value < minimum) return `At least ${minimum}`;
  if (typeof maximum === 'number' && value > maximum) return `At most ${maximum}`;
  return undefined;
}

function safeTest(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text.slice(0, 1_000));
  } catch {
    return true; // the server's own pattern is broken: it has to judge
  }
}

export function toValue({ type }: Field, text: string): string | number | boolean | readonly string[] {
  if (type === 'boolean') return text === 'true';
  if (type === 'array') return JSON.parse(text) as readonly string[];
  return type === 'string' ? text : Number(text);
}
