import { isAscii } from '../../../base/text/ascii.ts';
import type { PatternLevel, PatternSeverity } from '../../../contract/knowledge.ts';

/** The fixed words around a pattern where it is shown as text; the pattern itself stays as its author wrote it. */
export interface CardWords {
  readonly threat: string;
  readonly check: string;
  readonly fix: string;
  readonly stop: string;
  readonly colon: string;
  readonly signs: string;
  readonly proofs: string;
  readonly mitigations: string;
  readonly code: string;
  readonly before: string;
  readonly after: string;
  readonly notFor: string;
  readonly references: string;
  readonly related: string;
  readonly severity: string;
  readonly likelihood: string;
  readonly appliesTo: string;
  /** A mitigation's effort and effectiveness, in brackets. */
  grades(effort: PatternLevel, effectiveness: PatternLevel): string;
  level(level: PatternSeverity): string;
  /** A category or a kind of threat. */
  name(name: string): string;
  readonly nothingFound: string;
  readonly mayApply: string;
  readonly noneApplies: string;
}

const english: CardWords = {
  threat: 'Threat',
  check: 'Check',
  fix: 'Fix',
  stop: '.',
  colon: ':',
  signs: 'Signs in code',
  proofs: 'What a test can prove',
  mitigations: 'Mitigations',
  code: 'Code',
  before: 'Before',
  after: 'After',
  notFor: 'Not for',
  references: 'Weaknesses and references',
  related: 'Related',
  severity: 'severity',
  likelihood: 'likelihood',
  appliesTo: 'for',
  grades: (effort, effectiveness) => `(effort ${effort}, effectiveness ${effectiveness})`,
  level: (level) => level,
  name: (name) => name,
  nothingFound:
    'No pattern fits this context closely enough, so none is given. That is no proof of safety: ' +
    'describe the data, the caller and the effect, or browse with tmkb_list.',
  mayApply: 'Patterns of the knowledge base that may apply (tmkb_get has each one whole):',
  noneApplies: 'The knowledge base has no pattern that fits this closely.',
};

const chineseLevels: Readonly<Record<PatternSeverity, string>> = {
  critical: '严重',
  high: '高',
  medium: '中',
  low: '低',
};

const chineseNames: Readonly<Record<string, string>> = {
  authorization: '授权',
  authentication: '身份验证',
  injection: '注入',
  web: 'Web',
  files: '文件',
  cryptography: '密码学',
  secrets: '机密信息',
  configuration: '配置',
  'supply-chain': '供应链',
  availability: '可用性',
  concurrency: '并发',
  'logging-privacy': '日志与隐私',
  llm: '大语言模型',
  mcp: 'MCP',
  'memory-safety': '内存安全',
  spoofing: '仿冒',
  tampering: '篡改',
  repudiation: '抵赖',
  'information-disclosure': '信息泄露',
  'denial-of-service': '拒绝服务',
  'elevation-of-privilege': '权限提升',
};

const chinese: CardWords = {
  threat: '威胁',
  check: '检查',
  fix: '修复',
  stop: '。',
  colon: '：',
  signs: '代码中的特征',
  proofs: '可测试的不变量',
  mitigations: '缓解措施',
  code: '代码',
  before: '修改前',
  after: '修改后',
  notFor: '不适用于',
  references: '弱点与参考',
  related: '相关',
  severity: '严重性',
  likelihood: '可能性',
  appliesTo: '适用于',
  grades: (effort, effectiveness) => `（工作量 ${chineseLevels[effort]}，效果 ${chineseLevels[effectiveness]}）`,
  level: (level) => chineseLevels[level],
  name: (name) => (Object.hasOwn(chineseNames, name) ? (chineseNames[name] ?? name) : name),
  nothingFound:
    '没有足够贴近的模式，因此未给出任何模式。这并不证明代码是安全的：请描述数据、调用者和影响，或用 tmkb_list 浏览。',
  mayApply: '知识库中可能适用的模式（tmkb_get 可取得完整内容）：',
  noneApplies: '知识库中没有与此足够贴近的模式。',
};

/** In the language of the question. Kana beside the characters means Japanese. */
export function cardWordsFor(question: string): CardWords {
  return !isAscii(question) &&
    /\p{Script=Han}/u.test(question) &&
    !/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(question)
    ? chinese
    : english;
}

/** In the user's display language, such as `zh-cn`. */
export function cardWordsIn(locale: string): CardWords {
  return /^zh\b/i.test(locale) ? chinese : english;
}
