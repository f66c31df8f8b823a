import { configFormats } from '../../core/config/model/formats.ts';
import { type JsonNode, type Member, memberOf, nodeAt } from '../../core/config/text/jsonTree.ts';
import type { ConfigProblem, ProblemCode } from '../../core/config/model/model.ts';
import { type TextRange, keyRange } from '../../core/config/model/problems.ts';
import type { EditorCheck } from '../../contract/language.ts';
import type { ConfigText } from '../document/configText.ts';
import type { Finding } from '../document/finding.ts';
import { fixesOf } from './coreFixes.ts';
import type { FileRule } from './rule.ts';

/** Also reported by the editor's JSON support. */
const covered: Partial<Record<ProblemCode, EditorCheck>> = {
  syntax: 'json-syntax',
  'root-type': 'json-schema',
  'wrong-type': 'json-schema',
  'unknown-transport': 'json-schema',
  'bad-env': 'json-schema',
  'bad-input': 'json-schema',
  'duplicate-key': 'json-syntax',
  'duplicate-server': 'json-syntax',
};

/** Also reported by VS Code's schema of its own file. */
const inVscode: ReadonlySet<ProblemCode> = new Set(['conflicting-keys', 'bad-url', 'wrong-root']);

/** Problems of the parser, with fixes. */
export const coreProblems: FileRule = ({ document }) =>
  document.config.problems
    .filter((problem) => !isToldElsewhere(problem, document))
    .map((problem) => toFinding(problem, document));

function toFinding(problem: ConfigProblem, document: ConfigText): Finding {
  const { code, message, server } = problem;
  const check = covered[code] ?? (document.kind === 'vscode' && inVscode.has(code) ? 'vscode-mcp' : undefined);
  return {
    code,
    severity: severityOf(problem),
    message,
    at: placeOf(problem, document),
    ...(server !== undefined && { server }),
    ...(check && { coveredBy: check }),
    ...(code === 'unused-input' && { unnecessary: true }),
    fixes: () => fixesOf(problem, document),
  };
}

/** Underlines the name or id instead of the whole entry, which would hide everything else. */
function placeOf({ code, span }: ConfigProblem, { config, kind, text }: ConfigText): TextRange {
  if (code === 'unused-input') return memberOf(itemAt(inputList(config, kind), span.offset), 'id')?.value ?? span;
  if (!namedByKey.has(code) || text[span.offset] !== '{') return span;
  const member = memberOfValue(config.root, span.offset);
  return member ? keyRange(member) : span;
}

const namedByKey: ReadonlySet<ProblemCode> = new Set(['wrong-root', 'missing-command', 'bad-url']);

/** The member whose value begins here. */
function memberOfValue(node: JsonNode | undefined, offset: number): Member | undefined {
  if (node?.kind !== 'object') return undefined;
  const around = node.members.find(
    ({ value }) => value && value.offset <= offset && offset < value.offset + value.length,
  );
  return around?.value?.offset === offset ? around : memberOfValue(around?.value, offset);
}

function inputList({ root }: ConfigText['config'], kind: ConfigText['kind']): JsonNode | undefined {
  const path = configFormats[kind].inputs;
  return path && nodeAt(root, path);
}

function itemAt(list: JsonNode | undefined, offset: number): JsonNode | undefined {
  return list?.kind === 'array' ? list.items.find((item) => item.offset === offset) : undefined;
}

/**
 * A client without inputs does not expand them at all: the rule about variables reports that. And what is still being
 * typed is only missing for the moment: the syntax error reports that.
 */
function isToldElsewhere({ code, span }: ConfigProblem, { kind, config }: ConfigText): boolean {
  if (code === 'undefined-input') return configFormats[kind].inputs === undefined;
  if (code !== 'missing-command' || !config.broken) return false;
  const inside = ({ offset }: TextRange): boolean => offset >= span.offset && offset <= span.offset + span.length;
  return config.problems.some((problem) => problem.code === 'syntax' && inside(problem.span));
}

/** VS Code itself runs `${command:…}`: the file is right, only Switchboard will not start that server. */
function severityOf({ code, severity }: ConfigProblem): Finding['severity'] {
  return code === 'unsupported-variable' ? 'info' : severity;
}
