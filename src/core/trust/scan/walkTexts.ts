const maxDepth = 60;
const plainKey = /^[\w$.-]{1,60}$/;
/** The same keys come up thousands of times. */
const plainKeys = new Set<string>();
const maxPlainKeys = 10_000;

/**
 * Every text in a definition, names of properties included, since a model reads
 * those too. The pointer is made only for the few texts that are worth one.
 */
export function walkTexts(root: unknown, visit: (text: string, pointer: () => string) => void): void {
  const steps: (string | number)[] = [];
  const pointer = (): string =>
    steps.map((step) => '/' + String(step).replaceAll('~', '~0').replaceAll('/', '~1')).join('');
  const walk = (value: unknown): void => {
    if (typeof value === 'string') visit(value, pointer);
    else if (typeof value !== 'object' || value === null || steps.length > maxDepth) return;
    else if (Array.isArray(value)) {
      for (let at = 0; at < value.length; at++) below(at, value[at]);
    } else {
      const record = value as Readonly<Record<string, unknown>>;
      for (const key of Object.keys(record)) below(key, record[key]);
    }
  };
  const below = (step: string | number, value: unknown): void => {
    steps.push(step);
    if (typeof step === 'string' && !isPlain(step)) visit(step, pointer);
    walk(value);
    steps.pop();
  };
  walk(root);
}

function isPlain(key: string): boolean {
  if (plainKeys.has(key)) return true;
  if (!plainKey.test(key)) return false;
  if (plainKeys.size < maxPlainKeys) plainKeys.add(key);
  return true;
}
