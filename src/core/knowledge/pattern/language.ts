import { isPlainSentence } from '../../../base/text/ascii.ts';
import { pathsIn } from './globs.ts';

const byExtension: Readonly<Record<string, string>> = {
  py: 'python',
  js: 'javascript',
  mjs: 'javascript',
  cjs: 'javascript',
  jsx: 'javascript',
  ts: 'typescript',
  tsx: 'typescript',
  java: 'java',
  go: 'go',
  cs: 'csharp',
  cshtml: 'csharp',
  rb: 'ruby',
  erb: 'ruby',
  php: 'php',
  rs: 'rust',
  c: 'c',
  h: 'c',
  cpp: 'cpp',
  cc: 'cpp',
  cxx: 'cpp',
  hpp: 'cpp',
};

const byFramework: Readonly<Record<string, string>> = {
  flask: 'python',
  django: 'python',
  fastapi: 'python',
  express: 'javascript',
  nextjs: 'typescript',
  nestjs: 'typescript',
  react: 'javascript',
  spring: 'java',
  rails: 'ruby',
  laravel: 'php',
  aspnet: 'csharp',
  gin: 'go',
};

/** Code gives its language away; the order matters where one looks like another. */
const byCode: readonly (readonly [RegExp, string])[] = [
  [/<\?php|\$_(?:GET|POST|COOKIE|FILES|SERVER|SESSION|REQUEST)\b/, 'php'],
  [/^\s*(?:def|class) \w+.*:\s*$|^from \w[\w.]* import |\bself\.\w+|^\s*elif\b/m, 'python'],
  [/\bfunc \(?\w*.*\) .*\{|:= |\bfmt\.\w+\(/, 'go'],
  [/\bfn \w+\s*[(<]|\blet mut\b|\bimpl\b.*\{|\.unwrap\(\)/, 'rust'],
  [/\bstd::|#include <(?:iostream|vector|string|memory)>/, 'cpp'],
  [/#include <\w+\.h>|\b(?:char|int|void|size_t)\s*\*?\s*\w+\s*(?:\[|\(|=|;)[^=>]*;/, 'c'],
  [
    /\b(?:public|private|protected) (?:static |final |async )*[\w<>[\]]+ \w+\(.*\)\s*(?:throws \w+\s*)?\{|\bSystem\.out\b/,
    'java',
  ],
  [/\busing System\b|\bawait \w+\.\w+Async\(|\bvar \w+ = new \w+\(/, 'csharp'],
  [/\bdef \w+[^:\n]*$[\s\S]*?^\s*end\b|\bparams\[:\w+\]/m, 'ruby'],
  [/: (?:string|number|boolean|unknown)\b|\binterface \w+ \{|\bas const\b/, 'typescript'],
  [/\b(?:const|let) \w+ = |=> |\brequire\(['"]/, 'javascript'],
];

/** Without marks only these make a sentence look like code. */
const codeWords = /\b(?:from|elif|mut|using|def|const)\b/;

/** The caller's language: as given, by framework, by a path in the text, or by the form of its code. */
export function languageOf(context: string, language?: string, framework?: string): string | undefined {
  if (language !== undefined) return language;
  if (framework !== undefined && byFramework[framework] !== undefined) return byFramework[framework];
  const head = context.slice(0, 2000);
  if (head !== last?.head) last = { head, language: languageOfText(head) };
  return last.language;
}

/** A question is looked at twice, and an expression that runs a second time is compiled to machine code. */
let last: { readonly head: string; readonly language: string | undefined } | undefined;

function languageOfText(head: string): string | undefined {
  for (const path of pathsIn(head)) {
    const known = byExtension[path.slice(path.lastIndexOf('.') + 1).toLowerCase()];
    if (known !== undefined && path.includes('.')) return known;
  }
  if (isPlainSentence(head) && !codeWords.test(head)) return undefined;
  return byCode.find(([looks]) => looks.test(head))?.[1];
}
