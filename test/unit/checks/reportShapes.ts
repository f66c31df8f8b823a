/** What is published about the files that CI systems read. Members that we never write are left out. */

const text = {
  type: 'object',
  required: ['text'],
  additionalProperties: false,
  properties: { text: { type: 'string' } },
};

function closed(properties: Readonly<Record<string, object>>) {
  return { type: 'object', required: Object.keys(properties), additionalProperties: false, properties } as const;
}

const result = closed({
  ruleId: { type: 'string' },
  ruleIndex: { type: 'integer', minimum: 0 },
  level: { enum: ['none', 'note', 'warning', 'error'] },
  message: text,
  locations: {
    type: 'array',
    items: closed({
      physicalLocation: closed({
        artifactLocation: closed({ uri: { type: 'string', format: 'uri-reference' } }),
        region: closed({ startLine: { type: 'integer', minimum: 1 } }),
      }),
      logicalLocations: { type: 'array', items: closed({ fullyQualifiedName: { type: 'string' } }) },
    }),
  },
  partialFingerprints: { type: 'object', additionalProperties: { type: 'string' } },
});

const rule = closed({ id: { type: 'string' }, shortDescription: text, help: text });

/** SARIF 2.1.0, and what GitHub wants of it: help of each rule. */
export const sarifSchema = closed({
  $schema: { const: 'https://json.schemastore.org/sarif-2.1.0.json' },
  version: { const: '2.1.0' },
  runs: {
    type: 'array',
    minItems: 1,
    items: closed({
      tool: closed({
        driver: closed({ name: { type: 'string', minLength: 1 }, rules: { type: 'array', items: rule } }),
      }),
      results: { type: 'array', items: result },
    }),
  },
});

interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: XmlElement[];
}

const counts = ['tests', 'failures', 'errors', 'skipped', 'time'];
/** Required attributes, those that may be there too, and the elements in it: the XSD that Jenkins and others share. */
const junitElements: Readonly<Record<string, readonly [readonly string[], readonly string[], readonly string[]]>> = {
  testsuites: [counts, [], ['testsuite']],
  testsuite: [['name', ...counts], [], ['testcase']],
  testcase: [
    ['classname', 'name', 'time'],
    ['file', 'line'],
    ['failure', 'error', 'skipped'],
  ],
  failure: [['message', 'type'], [], []],
  error: [['message', 'type'], [], []],
  skipped: [['message'], [], []],
};

/** Throws where the text is not well-formed, as far as our own documents use XML. */
export function parseXml(xml: string): XmlElement {
  const top: XmlElement = { name: '', attributes: {}, children: [] };
  const open = [top];
  for (const [tag, slash, name = '', rest = '', self] of xml
    .replace(/^<\?xml [^>]*\?>/, '')
    .matchAll(/<(\/?)([\w]+)((?: [\w]+="[^"<]*")*)(\/?)>|[<>]|&(?!(?:amp|lt|gt|quot);)/g)) {
    if (name === '') throw new Error(`not well-formed at ${tag}`);
    if (slash === '/') {
      if (open.pop()?.name !== name) throw new Error(`</${name}> closes another element`);
      continue;
    }
    const attributes = Object.fromEntries(
      [...rest.matchAll(/([\w]+)="([^"]*)"/g)].map(([, key, value]) => [key, value]),
    );
    const element: XmlElement = { name, attributes, children: [] };
    open.at(-1)?.children.push(element);
    if (self !== '/') open.push(element);
  }
  const [root, ...more] = top.children;
  if (!root || more.length > 0 || open.length !== 1) throw new Error('not one element');
  return root;
}

/** What does not fit JUnit's elements, with sums that are wrong. */
export function junitProblems({ name, attributes, children }: XmlElement, within = ['testsuites']): readonly string[] {
  const [required, optional, inner] = junitElements[name] ?? [[], [], []];
  const keys = Object.keys(attributes);
  const problems = [
    ...(within.includes(name) ? [] : [`<${name}> is not allowed here`]),
    ...required.filter((key) => !keys.includes(key)).map((key) => `<${name}> lacks ${key}`),
    ...keys.filter((key) => ![...required, ...optional].includes(key)).map((key) => `<${name}> has ${key}`),
  ];
  if (name === 'testsuite' && Number(attributes['tests']) !== children.length) problems.push(`${name}: wrong sum`);
  return [...problems, ...children.flatMap((child) => junitProblems(child, [...inner]))];
}
