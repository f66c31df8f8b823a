import { identifierWords } from '../../../base/identifierWords.ts';

/**
 * One way to register something. Groups of the pattern: `kind` (a word that holds tool, prompt or resource),
 * `literal` (the name), `constant` (an identifier for it), `attributes` (text that may hold it), `fallback`
 * (the function or class that gives its name otherwise).
 */
export interface RegistrationForm {
  readonly pattern: RegExp;
  readonly kind?: 'tool' | 'prompt' | 'resource';
  /** The file must hold this too. */
  readonly onlyWith?: RegExp;
  /** With a group `name`. */
  readonly nameInAttributes?: RegExp;
  readonly spelling?: (fallback: string) => string;
}

export interface SourceLanguage {
  readonly files: RegExp;
  /** Without an SDK in sight, `.tool(` and the like belong to another library. */
  readonly imports: RegExp;
  /** What stands before a registration that is commented out. */
  readonly comment: RegExp;
  readonly forms: readonly RegistrationForm[];
}

/** As the SDKs of C# and Ruby spell the name of a method or class. */
const snakeCase = (name: string): string => identifierWords(name).join('_');

const slashes = /^\s*(?:\/\/|\/?\*)/;
const hash = /^\s*#/;

const typescript: SourceLanguage = {
  files: /\.[cm]?[jt]sx?$/,
  imports: /['"](?:@modelcontextprotocol\/|fastmcp|mcp-framework|@mcp)|McpServer/,
  comment: slashes,
  forms: [
    {
      pattern:
        /\.(?<kind>registerTool|registerPrompt|registerResource|tool|prompt|resource)\s*\(\s*(?:(['"`])(?<literal>[^'"`$\n]+)\2|(?<constant>[A-Za-z_][\w.]*)\s*,)/g,
    },
    { pattern: /\.add(?<kind>Tool|Prompt|Resource)\s*\(\s*\{\s*[^{}]*?\bname\s*:\s*(['"`])(?<literal>[^'"`$\n]+)\2/g },
    {
      kind: 'tool',
      onlyWith: /setRequestHandler\s*\(\s*(?:CallToolRequestSchema|['"]tools\/call['"])/,
      pattern: /\bcase\s+(['"`])(?<literal>[^'"`$\n]+)\1\s*:/g,
    },
  ],
};

const python: SourceLanguage = {
  files: /\.pyi?$/,
  imports: /^\s*(?:from|import)\s+(?:mcp|fastmcp)\b/m,
  comment: hash,
  forms: [
    {
      pattern:
        /@(?:\w+)\.(?<kind>tool|prompt)\b[ \t]*(?:\((?<attributes>(?:[^()]|\([^()]*\))*)\))?[ \t]*\r?\n(?:[ \t]*@.*\n)*[ \t]*(?:async[ \t]+)?def[ \t]+(?<fallback>\w+)/g,
      nameInAttributes: /(?:\bname\s*=\s*|^\s*)["'](?<name>[^"']+)["']/,
    },
    { kind: 'resource', pattern: /@(?:\w+)\.resource\b[ \t]*\(\s*(?:uri\s*=\s*)?(["'])(?<literal>[^"'\n]+)\1/g },
    {
      kind: 'tool',
      onlyWith: /@\w+\.call_tool\(|on_call_tool\s*=/,
      pattern: /\b(?:el)?if\s+name\s*==\s*(["'])(?<literal>[^"'\n]+)\1/g,
    },
  ],
};

const go: SourceLanguage = {
  files: /\.go$/,
  imports: /modelcontextprotocol\/go-sdk|mark3labs\/mcp-go/,
  comment: slashes,
  forms: [
    {
      pattern:
        /mcp\.(?<kind>Tool|Prompt|Resource(?:Template)?)\s*\{[^{}]*?\b(?:Name|URI(?:Template)?)\s*:\s*(?:"(?<literal>[^"\n]+)"|(?<constant>[\w.]+))/g,
    },
    {
      pattern:
        /mcp\.New(?<kind>Tool|Prompt|Resource(?:Template)?)\s*\(\s*(?:"(?<literal>[^"\n]+)"|(?<constant>[\w.]+))/g,
    },
  ],
};

const rust: SourceLanguage = {
  files: /\.rs$/,
  imports: /\brmcp\b|\bmcp_/,
  comment: slashes,
  forms: [
    {
      pattern:
        /#\[(?<kind>tool|prompt)\b(?:\((?<attributes>[^\]]{0,2000}?)\))?\s*\](?:\s*(?:#\[[^\]]*\]|\/\/.*))*\s*(?:pub\s+)?(?:async\s+)?fn\s+(?<fallback>\w+)/g,
      nameInAttributes: /\bname\s*=\s*"(?<name>[^"]+)"/,
    },
  ],
};

const csharp: SourceLanguage = {
  files: /\.cs$/,
  imports: /ModelContextProtocol|McpServer/,
  comment: slashes,
  forms: [
    {
      pattern:
        /\[McpServer(?<kind>Tool|Prompt|Resource)\b(?!Type)(?<attributes>[^\]]{0,400})\]\s*(?:\[[^\]]{0,300}\]\s*)*(?:public|internal|private)\b[^(=;{]{0,300}?(?<fallback>\w+)\s*(?:<\w+>)?\(/g,
      nameInAttributes: /\b(?:Name|UriTemplate)\s*=\s*"(?<name>[^"]+)"/,
      spelling: (method) => snakeCase(method.replace(/Async$/, '')),
    },
  ],
};

const java: SourceLanguage = {
  files: /\.java$/,
  imports: /modelcontextprotocol|springaicommunity|springframework\.ai/,
  comment: slashes,
  forms: [
    { kind: 'tool', pattern: /Tool\.builder\(\s*"(?<literal>[^"\n]+)"/g },
    { kind: 'tool', pattern: /Tool\.builder\(\s*\)\s*\.name\(\s*"(?<literal>[^"\n]+)"/g },
    {
      pattern:
        /@(?<kind>McpTool|McpPrompt|McpResource|Tool)\b(?:\((?<attributes>[^)]{0,2000})\))?\s+[^(=;{]{0,300}?(?<fallback>\w+)\s*\(/g,
      nameInAttributes: /\b(?:name|uri)\s*=\s*"(?<name>[^"]+)"/,
    },
  ],
};

const kotlin: SourceLanguage = {
  files: /\.kts?$/,
  imports: /modelcontextprotocol/,
  comment: slashes,
  forms: [
    {
      pattern:
        /\badd(?<kind>Tool|Prompt|Resource)\s*\(\s*(?:\w+\s*=\s*)?(?:"(?<literal>[^"\n]+)"|(?<constant>\w+)\s*,)/g,
    },
  ],
};

const ruby: SourceLanguage = {
  files: /\.rb$/,
  imports: /\bMCP\b|require ['"]mcp/,
  comment: hash,
  forms: [
    {
      pattern:
        /class\s+(?<fallback>[\w:]+)\s*<\s*MCP::(?<kind>Tool|Prompt)\b(?<attributes>(?:\s*\n\s*\w+[^\n]*){0,3})/g,
      nameInAttributes: /\b(?:tool|prompt)_name\s+["'](?<name>[^"']+)["']/,
      spelling: (name) => snakeCase(name.split('::').at(-1) ?? name),
    },
    { pattern: /define_(?<kind>tool|prompt)\s*\(\s*name:\s*["'](?<literal>[^"'\n]+)["']/g },
  ],
};

const php: SourceLanguage = {
  files: /\.php$/,
  imports: /\bMcp/,
  comment: /^\s*(?:\/\/|\/?\*|#(?!\[))/,
  forms: [
    {
      pattern:
        /#\[Mcp(?<kind>Tool|Prompt|Resource(?:Template)?)\b(?<attributes>[^\]]{0,2000})\]\s[\s\S]{0,400}?\b(?:function|class)\s+(?<fallback>\w+)/g,
      nameInAttributes: /\b(?:name|uri|uriTemplate)\s*:\s*['"](?<name>[^'"]+)['"]/,
    },
  ],
};

const languages: readonly SourceLanguage[] = [typescript, python, go, rust, csharp, java, kotlin, ruby, php];

export function languageOf(file: string): SourceLanguage | undefined {
  return languages.find(({ files }) => files.test(file));
}
