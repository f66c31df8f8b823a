import { BoundedPattern } from '../../base/pattern/boundedPattern.ts';
import type { ArgumentProblem, JsonSchema } from './tool.ts';

type Validate = ((value: unknown) => boolean) & { errors?: readonly AjvError[] | null };

interface AjvError {
  readonly instancePath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly message?: string;
}

interface Engine {
  readonly opts: { code: object };
  [stepsKey]?: number;
  compile(schema: object): Validate;
  removeSchema(schema: object): unknown;
}

/**
 * Calls of one check. References that lead twice to the next ones, or back, double them at each step; every reference is
 * a call in the code that the validator writes, which has the engine at hand as `self`.
 */
const mostSteps = 100_000;
const stepsKey = 'stepsLeft';
const countStep = `if(--self.${stepsKey}<0)throw new RangeError('steps');`;
const beginOfFunction = '}={}){';

/** Compiled once per schema object: compiling per call or per connection leaks and costs 20 ms each. */
const compiled = new WeakMap<JsonSchema, Compiled>();
let engines: Promise<(schema: JsonSchema) => Engine> | undefined;

/** In what ways a value misses a schema; none means that it fits. Throws where the schema itself is unusable. */
export async function problemsOf(schema: JsonSchema, value: unknown): Promise<readonly ArgumentProblem[]> {
  const { engine, validate } = compiled.get(schema) ?? (await compile(schema));
  engine[stepsKey] = mostSteps;
  try {
    return validate(value) ? [] : (validate.errors ?? []).map(toProblem);
  } catch (error) {
    // A value that is nested too deeply ends the stack, with the same kind of error.
    if (!(error instanceof RangeError)) throw error;
    return [{ path: '', keyword: 'steps', params: {}, message: 'take too many steps to check' }];
  }
}

interface Compiled {
  readonly engine: Engine;
  readonly validate: Validate;
}

async function compile(schema: JsonSchema): Promise<Compiled> {
  engines ??= loadEngines();
  const engine = (await engines)(schema);
  const validate = engine.compile(schema);
  engine.removeSchema(schema); // the engine would keep every schema of every hot reload, and refuse a second one of the same $id
  const both = { engine, validate };
  compiled.set(schema, both);
  return both;
}

/** The validator is large, so it loads with the first call; the SDK ships it, and its per-dialect engines are what its class hides. */
async function loadEngines(): Promise<(schema: JsonSchema) => Engine> {
  const { AjvJsonSchemaValidator } = await import('@modelcontextprotocol/server/validators/ajv');
  const validator = new AjvJsonSchemaValidator();
  return (schema) => {
    const engine = validator['_engineFor'](schema) as unknown as Engine;
    engine.opts.code = { ...engine.opts.code, regExp, process: countSteps };
    return engine;
  };
}

function countSteps(code: string): string {
  return code.replaceAll(beginOfFunction, beginOfFunction + countStep);
}

/** In place of V8's own, which no one can stop: the pattern is a manifest's, the text an agent's. */
const regExp = Object.assign(
  (source: string): { test(text: string): boolean; toString(): string } => {
    const pattern = BoundedPattern.compile(source);
    if (typeof pattern === 'string') throw new Error(`the pattern ${source} cannot be used`);
    // A text that takes too many steps is refused, like any other that does not fit.
    return { test: (text) => pattern.test(text) === true, toString: () => `/${source}/` };
  },
  { code: 'boundedPattern' },
);

function toProblem(error: AjvError): ArgumentProblem {
  return {
    path: error.instancePath,
    keyword: error.keyword,
    params: error.params,
    message: error.message ?? error.keyword,
  };
}

/** A text that lets a model correct its call: what is wrong, where, and what is allowed instead. */
export function explainProblems(problems: readonly ArgumentProblem[]): string {
  const sentences = [...new Set(problems.map(sentence))];
  return `Invalid arguments: ${sentences.join('; ')}`;
}

function sentence({ path, keyword, params, message }: ArgumentProblem): string {
  const where = path === '' ? 'arguments' : path.slice(1).replaceAll('/', '.');
  switch (keyword) {
    case 'required':
      return `missing required parameter '${[...(path === '' ? [] : [where]), String(params['missingProperty'])].join('.')}'`;
    case 'additionalProperties':
    case 'unevaluatedProperties':
      return `unknown parameter '${String(params['additionalProperty'] ?? params['unevaluatedProperty'])}'`;
    case 'enum':
      return `${where} must be one of ${list(params['allowedValues'])}`;
    case 'type':
      return `${where} must be ${kindOf(params['type'])}`;
    case 'minLength':
      return params['limit'] === 1 ? `${where} must not be empty` : `${where} ${message}`;
    default:
      return `${where} ${message}`;
  }
}

function list(values: unknown): string {
  return Array.isArray(values) ? values.map((value) => JSON.stringify(value)).join(', ') : 'the allowed values';
}

function kindOf(type: unknown): string {
  const kinds = Array.isArray(type) ? type.map(String) : String(type).split(',');
  return kinds.map((kind) => (/^[aio]/.test(kind) ? `an ${kind}` : kind === 'null' ? kind : `a ${kind}`)).join(' or ');
}
