/** A product whose version does not fit. */
interface VersionNeed {
  readonly product: string;
  readonly wanted: string;
  readonly found: string | undefined;
  readonly at: number;
}

const product =
  '(Node(?:\\.js)?|npm|pnpm|yarn|Python|Ruby|PHP|Java|JDK|JRE|JVM|Kotlin|Gradle|Maven|Go|Rust|rustc|cargo|\\.NET|Deno|Bun|Elixir|Erlang|OTP|Swift(?: tools)?|Xcode|Dart|Flutter|Perl|Lua|Julia|macOS|iOS|Windows|Ubuntu|Docker(?: Desktop)?|Compose|Kubernetes|kubectl|Helm|Terraform|git|Chrome|Chromium|Firefox|PostgreSQL|Postgres|MySQL|MariaDB|MongoDB|Redis|Elasticsearch|OpenSearch|Blender|Unity|Unreal(?: Engine)?|Godot|Figma|Obsidian|Ollama|CUDA|glibc|GLIBC|OpenSSL|uv|pip|Confluence|Jira|GitLab|Gitea|Grafana|Home Assistant|n8n|VS Code)';
const range =
  '((?:>=?|<=?|~>|\\^|~|≥|==?) ?v?\\d[\\w.]{0,20}|v?\\d[\\w.]{0,20}(?:\\+| or (?:newer|later|higher|above|greater)| and (?:newer|later|above)|\\.x)?)';
/** How a program says which version it wants, and which one it has. */
const forms: readonly RegExp[] = [
  new RegExp(
    `\\b(?:requires?|needs?|require|supports? only|only supports?|must be|expects?|expected|minimum|at least|upgrade to|compatible with|depends on)\\b[^\\n]{0,40}?\\b${product}(?: version| runtime| engine)? ?["'(]{0,2}(?:version )?${range}`,
    'i',
  ),
  new RegExp(
    `\\b${product}(?: version)? ["'(]{0,2}${range}["')]{0,2} (?:is |are )?(?:required|needed|or (?:newer|later|higher))`,
    'i',
  ),
  new RegExp(`\\busing ${product} (?:tools )?version ${range} but the installed version`, 'i'),
  new RegExp(
    `\\b(?:your|current|installed|detected|running|using)? ?${product}(?: version)?(?: is| was|:)? ?\\(?v?\\d[\\w.]{0,20}\\)?,? (?:but|while|and|does not|is (?:lower|older|less|too old|not))[^\\n]{0,80}?(?:specified|requires?|required|needs?|expects?|expected|wants?|satisfy|than|minimum|at least|supports?)[^\\n\\d<>=~^≥]{0,40}${range}`,
    'i',
  ),
  new RegExp(
    `\\b(?:Your|The) ${product} version (?:is incompatible|does not)[^]{0,120}?(?:Expected(?: version)?|Required|Wanted): ?["']?${range}`,
    'i',
  ),
  new RegExp(
    `\\b(?:unsupported|incompatible|old|outdated) ${product}(?: version)?[^\\n]{0,60}?(?:needs|requires?|required|expected|minimum|at least|>=)[^\\n]{0,20}?${range}`,
    'i',
  ),
];
const foundForms =
  /(?:found|have|running|got|current(?:ly| version)?|installed(?: version)?|using|detected|actual|you are on|but|[Yy]our [\w.]{2,12} version)(?: is| version|:)? ?:?["'(]? ?v?(\d+(?:\.\d+){1,3})/i;

/** What a message says about a version that does not fit. */
export function versionNeed(output: string): VersionNeed | undefined {
  for (const form of forms) {
    const match = form.exec(output);
    if (!match) continue;
    const [, name = '', wanted = ''] = match;
    const around = output.slice(match.index, match.index + match[0].length + 160).replace(wanted, '');
    const found = foundForms.exec(around)?.[1];
    return { product: name, wanted: wanted.trim().replace(/[.,]$/, ''), found, at: match.index };
  }
  return undefined;
}
