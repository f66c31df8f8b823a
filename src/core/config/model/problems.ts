import type { JsonNode, Member } from '../text/jsonTree.ts';
import type { LineIndex } from '../text/lineMap.ts';
import type { ConfigProblem, ProblemCode, Severity } from './model.ts';

export const maxProblems = 200;

export interface TextRange {
  readonly offset: number;
  readonly length: number;
}

/** Collects what is wrong with one file. A hostile file cannot make the list grow without end. */
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

  error(code: ProblemCode, message: string, at: TextRange, server?: string): void {
    this.#add('error', code, message, at, server);
  }

  warn(code: ProblemCode, message: string, at: TextRange, server?: string): void {
    this.#add('warning', code, message, at, server);
  }

  info(code: ProblemCode, message: string, at: TextRange, server?: string): void {
    this.#add('info', code, message, at, server);
  }

  #add(severity: Severity, code: ProblemCode, message: string, at: TextRange, server: string | undefined): void {
    if (this.#list.length > maxProblems) return;
    const full = this.#list.length === maxProblems;
    this.#list.push({
      code: full ? 'too-many' : code,
      severity,
      message: full ? 'There are more problems than can be listed.' : message,
      file: this.#file,
      span: this.lines.span(at.offset, at.length),
      ...(server !== undefined && { server }),
    });
  }
}

export function keyRange(member: Member): TextRange {
  return { offset: member.keyOffset, length: member.keyLength };
}

/** How a value is called in a sentence. */
export function describeKind(node: JsonNode): string {
  const words = {
    object: 'an object',
    array: 'a list',
    string: 'text',
    number: 'a number',
    boolean: 'true or false',
    null: 'null',
  };
  return words[node.kind];
}
