import { l10n } from '../../../base/l10n.ts';
import type { JsonNode, Member } from '../text/jsonTree.ts';
import type { LineIndex } from '../text/lineMap.ts';
import type { ConfigProblem, ProblemCode, Severity } from './model.ts';

export const maxProblems = 200;

export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

interface Said {
  readonly message: string;
  readonly subject: string | undefined;
  readonly server: string | undefined;
}

/** Collects the problems of one file, up to a limit that a hostile file cannot exceed. */
export class ProblemList {
  readonly lines: LineIndex;
  readonly #file: string;
  readonly #list: ConfigProblem[] = [];

  constructor(file: string, lines: LineIndex) {
    this.#file = file;
    this.lines = lines;
  }

  get list(): readonly ConfigProblem[] {
    return this.#list;
  }

  error(code: ProblemCode, message: string, at: TextRange, server?: string, subject?: string): void {
    this.#add('error', code, { message, subject, server }, at);
  }

  warn(code: ProblemCode, message: string, at: TextRange, server?: string, subject?: string): void {
    this.#add('warning', code, { message, subject, server }, at);
  }

  info(code: ProblemCode, message: string, at: TextRange, server?: string, subject?: string): void {
    this.#add('info', code, { message, subject, server }, at);
  }

  #add(severity: Severity, code: ProblemCode, { message, subject, server }: Said, at: TextRange): void {
    if (this.#list.length > maxProblems) return;
    const full = this.#list.length === maxProblems;
    this.#list.push({
      code: full ? 'too-many' : code,
      severity,
      message: full ? l10n.t('There are more problems than can be listed.') : message,
      file: this.#file,
      span: this.lines.span(at.offset, at.length),
      ...(server !== undefined && { server }),
      ...(subject !== undefined && !full && { subject }),
    });
  }
}

export function keyRange(member: Member): TextRange {
  return { offset: member.keyOffset, length: member.keyLength };
}

/** How a value is called in a sentence. */
export function describeKind(node: JsonNode): string {
  const words = {
    object: () => l10n.t('an object'),
    array: () => l10n.t('a list'),
    string: () => l10n.t('a string'),
    number: () => l10n.t('a number'),
    boolean: () => l10n.t('true or false'),
    null: () => 'null',
  };
  return words[node.kind]();
}
