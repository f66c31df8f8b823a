import { type Texts, l10n } from '../../../base/l10n.ts';
import { type Document, LineCounter, isMap, isNode, parseDocument } from 'yaml';
import { messageOf } from '../../../base/fault.ts';
import { isRecord } from '../../../base/json.ts';
import { problemsOf } from '../../mcpServer/toolProblems.ts';
import type { ArgumentProblem } from '../../mcpServer/tool.ts';
import type { Pattern } from './pattern.ts';
import { maxLineTokens, threeLines } from './pattern.ts';
import { patternSchema } from './patternSchema.ts';
import { countTokens } from './tokens.ts';

/** Something wrong with a pattern file, and where. */
export interface PatternProblem {
  readonly severity: 'error' | 'warning';
  readonly message: string;
  /** JSON pointer of the value; `''` is the whole file. */
  readonly path: string;
  /** Both from 1. */
  readonly line: number;
  readonly column: number;
}

export interface ReadPattern {
  /** Absent where an error keeps the file from being used. */
  readonly pattern?: Pattern;
  readonly problems: readonly PatternProblem[];
}

export const maxPatternBytes = 256 * 1024;
/** More aliases than any honest file has; a bomb of them must not be unfolded. */
const maxAliases = 20;

/** Reads one pattern from YAML. Never throws: bad text is what a validator is for. For a model, `texts` are English. */
export async function readPattern(text: string, texts: Texts = l10n): Promise<ReadPattern> {
  if (Buffer.byteLength(text) > maxPatternBytes)
    return failed(texts.t('The file is larger than {0} bytes', maxPatternBytes));
  const lines = new LineCounter();
  const document = parseDocument(text, { lineCounter: lines, prettyErrors: false });
  const syntax = document.errors.map((error) => problemAt('error', firstLine(error.message), '', lines, error.pos[0]));
  if (syntax.length > 0) return { problems: syntax };
  const value = unfold(document);
  if (!isRecord(value.value))
    return failed(value.reason ?? texts.t('A pattern file must contain one mapping of fields'));
  return check(value.value, new Locator(document, lines), texts);
}

function check(value: Record<string, unknown>, locate: Locator, texts: Texts): ReadPattern {
  const misfits = problemsOf(patternSchema, value);
  if (misfits.length > 0)
    return { problems: misfits.map((misfit) => locate.problem('error', explain(misfit, texts), pointerOf(misfit))) };
  const pattern = complete(value);
  const rules = [...checkLines(pattern, texts), ...checkCompleteness(pattern, texts)];
  const problems = rules.map(({ severity, message, path }) => locate.problem(severity, message, path));
  return problems.some(({ severity }) => severity === 'error') ? { problems } : { pattern, problems };
}

type Rule = Pick<PatternProblem, 'severity' | 'message' | 'path'>;

function checkLines(pattern: Pattern, texts: Texts): readonly Rule[] {
  const tokens = countTokens(threeLines(pattern));
  if (tokens <= maxLineTokens) return [];
  const message = texts.t(
    'threat, check and fix have {0} tokens together; at most {1} are allowed',
    tokens,
    maxLineTokens,
  );
  return [{ severity: 'error', message, path: '/threat' }];
}

/** What a good pattern has besides what it must have. */
const wanted: readonly (readonly [keyof Pattern, (texts: Texts) => string])[] = [
  ['cwe', (texts) => texts.t('Name the weakness (cwe), so that lists and questions by CWE find the pattern')],
  ['tells', (texts) => texts.t('Add tells: signs of it in code')],
  ['invariants', (texts) => texts.t('Add invariants: statements that a test can prove')],
  ['mitigations', (texts) => texts.t('Add mitigations with their trade-offs')],
  ['examples', (texts) => texts.t('Add an example with bad and good code')],
  ['notFor', (texts) => texts.t('Add notFor: harmless things that use the same words')],
];

function checkCompleteness(pattern: Pattern, texts: Texts): readonly Rule[] {
  const missing = wanted.filter(([field]) => (pattern[field] as readonly unknown[]).length === 0);
  const rules: Rule[] = missing.map(([, message]) => ({ severity: 'warning', message: message(texts), path: '' }));
  const { terms, actions } = pattern.triggers;
  if (terms.length + actions.length < 5)
    rules.push({
      severity: 'warning',
      message: texts.t('Few triggers: questions will rarely find the pattern'),
      path: '/triggers',
    });
  return rules;
}

/** Fills in what a file may leave out. */
function complete(value: Record<string, unknown>): Pattern {
  const given = value as unknown as Partial<Pattern> & Pick<Pattern, 'id' | 'title' | 'category' | 'severity'>;
  const { terms = [], actions = [], apis = [], files = [] } = given.triggers ?? {};
  return {
    version: 1,
    subcategory: given.category,
    likelihood: 'medium',
    stride: [],
    cwe: [],
    owasp: [],
    asvs: [],
    languages: ['any'],
    frameworks: ['any'],
    threat: '',
    check: '',
    fix: '',
    tells: [],
    invariants: [],
    examples: [],
    notFor: [],
    related: [],
    references: [],
    provenance: '',
    ...given,
    triggers: { terms, actions, apis, files },
    mitigations: (given.mitigations ?? []).map((mitigation) => ({
      text: mitigation.text,
      effort: mitigation.effort ?? 'medium',
      effectiveness: mitigation.effectiveness ?? 'medium',
      tradeoff: mitigation.tradeoff ?? '',
    })),
  };
}

function unfold(document: Document): { readonly value?: unknown; readonly reason?: string } {
  try {
    return { value: document.toJS({ maxAliasCount: maxAliases }) as unknown };
  } catch (error) {
    return { reason: firstLine(messageOf(error)) };
  }
}

class Locator {
  readonly #document: Document;
  readonly #lines: LineCounter;

  constructor(document: Document, lines: LineCounter) {
    this.#document = document;
    this.#lines = lines;
  }

  problem(severity: PatternProblem['severity'], message: string, path: string): PatternProblem {
    return problemAt(severity, message, path, this.#lines, this.#offset(path));
  }

  /** The key of the value where there is one, else the nearest thing around it. */
  #offset(path: string): number {
    const steps = path
      .split('/')
      .slice(1)
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    for (let depth = steps.length; depth > 0; depth--) {
      const parent =
        depth === 1 ? this.#document.contents : this.#document.getIn(steps.slice(0, depth - 1).map(toKey), true);
      const key = isMap(parent) ? parent.items.find((item) => String(item.key) === steps[depth - 1])?.key : undefined;
      const node = isNode(key) ? key : this.#document.getIn(steps.slice(0, depth).map(toKey), true);
      if (isNode(node) && node.range) return node.range[0];
    }
    return 0;
  }
}

function toKey(step: string): string | number {
  return /^\d+$/.test(step) ? Number(step) : step;
}

function pointerOf({ path, keyword, params }: ArgumentProblem): string {
  const extra = keyword === 'additionalProperties' ? params['additionalProperty'] : undefined;
  return typeof extra === 'string' ? `${path}/${extra.replaceAll('~', '~0').replaceAll('/', '~1')}` : path;
}

function explain({ path, keyword, params, message }: ArgumentProblem, texts: Texts): string {
  const field = path === '' ? texts.t('the pattern') : path.slice(1).replaceAll('/', '.');
  switch (keyword) {
    case 'required':
      return texts.t("{0} lacks the field '{1}'", field, String(params['missingProperty']));
    case 'additionalProperties':
      return texts.t("unknown field '{0}'", String(params['additionalProperty']));
    case 'enum':
      return texts.t('{0} must be one of {1}', field, (params['allowedValues'] as readonly string[]).join(', '));
    default:
      return `${field} ${message}`;
  }
}

function problemAt(
  severity: PatternProblem['severity'],
  message: string,
  path: string,
  lines: LineCounter,
  offset: number,
): PatternProblem {
  const { line, col } = lines.linePos(offset);
  return { severity, message, path, line: Math.max(1, line), column: Math.max(1, col) };
}

function failed(message: string): ReadPattern {
  return { problems: [{ severity: 'error', message, path: '', line: 1, column: 1 }] };
}

function firstLine(message: string): string {
  return message.split('\n', 1)[0] ?? message;
}
