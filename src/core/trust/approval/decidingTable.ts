/** Programs that take part of what they run from files beside them, and these files. */
interface Family {
  readonly programs: RegExp;
  readonly files: readonly string[];
  /** The whole file says what runs; else it holds settings, of which some do. */
  readonly isCode?: boolean;
}

export const packageManagers = /^(?:npm|pnpm|yarn|yarnpkg|cnpm|bun)$/;
export const packageRunners = /^(?:npx|pnpx|bunx|npm|pnpm|yarn|yarnpkg|bun)$/;
const nodePrograms = /^(?:npm|npx|pnpm|pnpx|yarn|yarnpkg|cnpm|bun|bunx|corepack)$/;
export const projectFile = 'pyproject.toml';

export const families: readonly Family[] = [
  { programs: nodePrograms, files: ['.npmrc', '.yarnrc.yml', '.yarnrc', 'pnpm-workspace.yaml', 'bunfig.toml'] },
  { programs: nodePrograms, files: ['.pnpmfile.cjs', '.pnpmfile.mjs'], isCode: true },
  { programs: /^(?:uv|uvx|pip3?|pipx|poetry|pdm|hatch)$/, files: ['uv.toml', 'pip.conf', 'pip.ini', projectFile] },
  { programs: /^deno$/, files: ['deno.json', 'deno.jsonc'], isCode: true },
  { programs: /^cargo$/, files: ['.cargo/config.toml', '.cargo/config'] },
  { programs: /^(?:make|gmake)$/, files: ['GNUmakefile', 'makefile', 'Makefile'], isCode: true },
  { programs: /^just$/, files: ['justfile', 'Justfile', '.justfile'], isCode: true },
  { programs: /^(?:task|go-task)$/, files: ['Taskfile.yml', 'Taskfile.yaml'], isCode: true },
  { programs: /^(?:mise|asdf)$/, files: ['mise.toml', '.mise.toml', '.tool-versions'], isCode: true },
  { programs: /^direnv$/, files: ['.envrc'], isCode: true },
  { programs: /^(?:bundle|bundler)$/, files: ['Gemfile', '.bundle/config'], isCode: true },
  { programs: /^dotnet$/, files: ['nuget.config', 'NuGet.Config', 'Directory.Build.props'], isCode: true },
  {
    programs: /^(?:compose|docker-compose|podman-compose)$/,
    files: ['compose.yaml', 'compose.yml', 'docker-compose.yaml', 'docker-compose.yml'].flatMap((name) => [
      name,
      name.replace('.y', '.override.y'),
    ]),
    isCode: true,
  },
];

/** Settings that name code to be loaded, and those that say where packages come from. */
export const codeSetting =
  /^(?:node-options|script-shell|shell|git|userconfig|globalconfig|init-module|node-gyp|yarn-?path|plugins|preload|rustc|rustc-wrapper|rustc-workspace-wrapper|runner|linker)$/i;
export const originSetting = /registry|index|find-links|mirror|proxy|cafile|strict-ssl|^cache|^prefix|^url$/i;
/** Options that move the project to another folder. */
export const folderOption = /^(?:-C|--prefix|--cwd|--dir|--directory|--project|--root|--manifest-path)$/;
