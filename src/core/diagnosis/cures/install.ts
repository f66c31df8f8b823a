import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import type { Machine } from '../model/evidence.ts';
import { advise, runInTerminal } from '../model/remedies.ts';
import { programName } from './newestVersion.ts';

/** What package managers of systems call it: Homebrew, Debian and its like, winget. Empty: it does not have it. */
type Names = readonly [brew: string, apt: string, winget: string];

const node: Names = ['node', 'nodejs npm', 'OpenJS.NodeJS.LTS'];
const python: Names = ['python', 'python3 python3-pip python3-venv', 'Python.Python.3.13'];
const ruby: Names = ['ruby', 'ruby', 'RubyInstallerTeam.Ruby.3.3'];
const uv: Names = ['uv', '', 'astral-sh.uv'];
const packages: Readonly<Record<string, Names>> = {
  node,
  npx: node,
  npm: node,
  python,
  python3: python,
  pip: python,
  pip3: python,
  py: python,
  nodejs: node,
  bundle: ruby,
  gem: ruby,
  uv,
  uvx: uv,
  docker: ['--cask docker', 'docker.io', 'Docker.DockerDesktop'],
  podman: ['podman', 'podman', 'RedHat.Podman'],
  bun: ['oven-sh/bun/bun', '', 'Oven-sh.Bun'],
  bunx: ['oven-sh/bun/bun', '', 'Oven-sh.Bun'],
  deno: ['deno', '', 'DenoLand.Deno'],
  go: ['go', 'golang-go', 'GoLang.Go'],
  cargo: ['rust', 'cargo', 'Rustlang.Rustup'],
  dotnet: ['--cask dotnet-sdk', 'dotnet-sdk-8.0', 'Microsoft.DotNet.SDK.9'],
  dnx: ['--cask dotnet-sdk', 'dotnet-sdk-10.0', 'Microsoft.DotNet.SDK.10'],
  java: ['openjdk', 'default-jre', 'EclipseAdoptium.Temurin.21.JDK'],
  pipx: ['pipx', 'pipx', ''],
  poetry: ['poetry', 'python3-poetry', ''],
  ruby,
  php: ['php', 'php-cli', 'PHP.PHP.8.4'],
  git: ['git', 'git', 'Git.Git'],
  gh: ['gh', 'gh', 'GitHub.cli'],
  jq: ['jq', 'jq', 'jqlang.jq'],
  rg: ['ripgrep', 'ripgrep', 'BurntSushi.ripgrep.MSVC'],
  curl: ['curl', 'curl', 'cURL.cURL'],
  ffmpeg: ['ffmpeg', 'ffmpeg', 'Gyan.FFmpeg'],
  ffprobe: ['ffmpeg', 'ffmpeg', 'Gyan.FFmpeg'],
  chromium: ['--cask chromium', 'chromium', 'Hibbiki.Chromium'],
  magick: ['imagemagick', 'imagemagick', 'ImageMagick.ImageMagick'],
  convert: ['imagemagick', 'imagemagick', 'ImageMagick.ImageMagick'],
  dot: ['graphviz', 'graphviz', 'Graphviz.Graphviz'],
  soffice: ['--cask libreoffice', 'libreoffice', 'TheDocumentFoundation.LibreOffice'],
  pdftotext: ['poppler', 'poppler-utils', ''],
  wkhtmltopdf: ['--cask wkhtmltopdf', 'wkhtmltopdf', 'wkhtmltopdf.wkhtmltox'],
  gs: ['ghostscript', 'ghostscript', 'ArtifexSoftware.GhostScript'],
  exiftool: ['exiftool', 'libimage-exiftool-perl', 'OliverBetz.ExifTool'],
  'yt-dlp': ['yt-dlp', 'yt-dlp', 'yt-dlp.yt-dlp'],
  nmap: ['nmap', 'nmap', 'Insecure.Nmap'],
  ollama: ['ollama', '', 'Ollama.Ollama'],
  wget: ['wget', 'wget', 'JernejSimoncic.Wget'],
  mvn: ['maven', 'maven', ''],
  gradle: ['gradle', 'gradle', 'Gradle.Gradle'],
  mysql: ['mysql-client', 'default-mysql-client', ''],
  'redis-cli': ['redis', 'redis-tools', ''],
  mongosh: ['mongosh', '', 'MongoDB.Shell'],
  julia: ['julia', 'julia', 'Julialang.Julia'],
  Rscript: ['r', 'r-base', 'RProject.R'],
  elixir: ['elixir', 'elixir', ''],
  mix: ['elixir', 'elixir', ''],
  perl: ['perl', 'perl', 'StrawberryPerl.StrawberryPerl'],
  pwsh: ['--cask powershell', '', 'Microsoft.PowerShell'],
  tmux: ['tmux', 'tmux', ''],
  xdotool: ['', 'xdotool', ''],
  pdflatex: ['--cask mactex-no-gui', 'texlive-latex-base', 'MiKTeX.MiKTeX'],
  pandoc: ['pandoc', 'pandoc', 'JohnMacFarlane.Pandoc'],
  make: ['make', 'build-essential', ''],
  cmake: ['cmake', 'cmake', 'Kitware.CMake'],
  cc: ['gcc', 'build-essential', ''],
  gcc: ['gcc', 'build-essential', ''],
  kubectl: ['kubernetes-cli', '', 'Kubernetes.kubectl'],
  helm: ['helm', '', 'Helm.Helm'],
  terraform: ['hashicorp/tap/terraform', '', 'Hashicorp.Terraform'],
  aws: ['awscli', 'awscli', 'Amazon.AWSCLI'],
  az: ['azure-cli', 'azure-cli', 'Microsoft.AzureCLI'],
  gcloud: ['--cask google-cloud-sdk', '', 'Google.CloudSDK'],
  psql: ['libpq', 'postgresql-client', ''],
  sqlite3: ['sqlite', 'sqlite3', 'SQLite.SQLite'],
  tesseract: ['tesseract', 'tesseract-ocr', ''],
  adb: ['--cask android-platform-tools', 'adb', 'Google.PlatformTools'],
  composer: ['composer', 'composer', ''],
  jbang: ['jbangdev/tap/jbang', '', ''],
  kotlin: ['kotlin', 'kotlin', ''],
  swift: ['swift', '', 'Swift.Toolchain'],
  dart: ['dart-lang/dart/dart', '', 'Google.DartSDK'],
  erl: ['erlang', 'erlang', 'Erlang.ErlangOTP'],
  lua: ['lua', 'lua5.4', 'DEVCOM.Lua'],
  ghc: ['ghc', 'ghc', ''],
  zig: ['zig', '', 'zig.zig'],
  just: ['just', 'just', 'Casey.Just'],
  task: ['go-task', '', 'Task.Task'],
  op: ['--cask 1password-cli', '', 'AgileBits.1Password.CLI'],
  doppler: ['dopplerhq/cli/doppler', '', 'Doppler.doppler'],
  vault: ['hashicorp/tap/vault', '', 'Hashicorp.Vault'],
  mise: ['mise', '', 'jdx.mise'],
  volta: ['volta', '', 'Volta.Volta'],
  fnm: ['fnm', '', 'Schniz.fnm'],
  pixi: ['pixi', '', 'prefix-dev.pixi'],
  hatch: ['hatch', '', ''],
  pdm: ['pdm', '', ''],
  nu: ['nushell', '', 'Nushell.Nushell'],
  fd: ['fd', 'fd-find', 'sharkdp.fd'],
  tree: ['tree', 'tree', ''],
  unzip: ['unzip', 'unzip', ''],
  rsync: ['rsync', 'rsync', ''],
  socat: ['socat', 'socat', ''],
  nc: ['netcat', 'netcat-openbsd', ''],
  ssh: ['openssh', 'openssh-client', ''],
  expect: ['expect', 'expect', ''],
  'xvfb-run': ['', 'xvfb', ''],
};

/** Programs that npm installs, by the name of their package; the same name where none is given. */
const fromNpm: Readonly<Record<string, string>> = {
  pnpm: 'pnpm',
  yarn: 'yarn',
  tsx: 'tsx',
  'ts-node': 'ts-node',
  tsc: 'typescript',
  bun: 'bun',
  bunx: 'bun',
  deno: 'deno',
  'node-gyp': 'node-gyp',
  corepack: 'corepack',
  claude: '@anthropic-ai/claude-code',
  supergateway: 'supergateway',
};
/** What a program comes with, where that is called otherwise. */
const partOf: Readonly<Record<string, string>> = {
  npx: 'Node.js',
  npm: 'Node.js',
  corepack: 'Node.js',
  uvx: 'uv',
  bunx: 'Bun',
  pnpx: 'pnpm',
  dnx: '.NET SDK 10',
  pip: 'Python',
  pip3: 'Python',
  bundle: 'Ruby',
  gem: 'Ruby',
  cargo: 'Rust',
  rustc: 'Rust',
  javac: 'JDK',
  psql: 'PostgreSQL',
  mix: 'Elixir',
  iex: 'Elixir',
  erl: 'Erlang',
  Rscript: 'R',
  pwsh: 'PowerShell',
  ffprobe: 'FFmpeg',
  mongosh: 'MongoDB Shell',
  adb: 'Android Platform Tools',
  magick: 'ImageMagick',
  soffice: 'LibreOffice',
  pdftotext: 'Poppler',
  dot: 'Graphviz',
};

export function providerOf(program: string): string | undefined {
  return Object.hasOwn(partOf, program) ? partOf[program] : undefined;
}

/** Its own installer, where no package manager has it. */
const ownInstaller: Readonly<Record<string, string>> = {
  uv: 'curl -LsSf https://astral.sh/uv/install.sh | sh',
  uvx: 'curl -LsSf https://astral.sh/uv/install.sh | sh',
};

/** Only names of these tables become a command: other names are a server's words. */
export function installRemedy(program: string, machine: Machine): Remedy {
  const command = installCommand(program, machine);
  const text = l10n.t('Install {0}', program);
  if (command === undefined) return advise(text);
  return command[0] === 'brew' ? withBrew(text, command, machine) : runInTerminal(text, command);
}

/** Homebrew is no part of macOS. */
export function withBrew(text: string, command: readonly string[], machine: Machine): Remedy {
  if (machine.findProgram('brew') !== undefined || machine.kindOf('/opt/homebrew/bin') === 'folder')
    return runInTerminal(text, command);
  const url = ownPages[command.at(-1) ?? ''] ?? 'https://brew.sh';
  return { text: l10n.t('{0}: {1}', text, url), cure: { kind: 'browse', url } };
}

/** Where those have installers that most users do not get from Homebrew, by its names. */
const ownPages: Readonly<Record<string, string>> = {
  node: 'https://nodejs.org/en/download',
  python: 'https://www.python.org/downloads/',
  docker: 'https://docs.docker.com/desktop/setup/install/mac-install/',
};

function installCommand(program: string, machine: Machine): readonly string[] | undefined {
  const npmName = Object.hasOwn(fromNpm, program) ? fromNpm[program] : undefined;
  if (npmName !== undefined) return ['npm', 'install', '--global', npmName];
  const names = Object.hasOwn(packages, program) ? packages[program] : undefined;
  if (!names) return undefined;
  const hasBrew = machine.platform !== 'darwin' || machine.findProgram('brew') !== undefined;
  return (hasBrew ? undefined : byScript(program, machine)) ?? bySystem(names, machine) ?? byScript(program, machine);
}

function byScript(program: string, { platform }: Machine): readonly string[] | undefined {
  const script = ownInstaller[program];
  return script === undefined || platform === 'win32' ? undefined : ['sh', '-c', script];
}

function bySystem([brew, apt, winget]: Names, machine: Machine): readonly string[] | undefined {
  if (machine.platform === 'win32') return winget === '' ? undefined : ['winget', 'install', '--exact', winget];
  if (machine.platform === 'darwin') return brew === '' ? undefined : ['brew', 'install', ...brew.split(' ')];
  return apt === '' ? undefined : systemPackages(apt.split(' '), machine);
}

/** By the package manager that is there; Debian's names hold for most. */
export function systemPackages(names: readonly string[], machine: Machine): readonly string[] {
  const other = ['dnf', 'pacman', 'zypper', 'apk'].find((each) => machine.findProgram(each) !== undefined);
  if (other === undefined || machine.findProgram('apt-get') !== undefined)
    return ['sudo', 'apt-get', 'install', ...names];
  const verb = other === 'pacman' ? '-S' : other === 'apk' ? 'add' : 'install';
  return ['sudo', other, verb, ...names];
}

const substitutes: Readonly<Record<string, readonly string[]>> = {
  python: ['python3'],
  py: ['python3', 'python'],
  python3: ['python', 'py'],
  pip: ['pip3'],
  docker: ['podman'],
  podman: ['docker'],
  nodejs: ['node'],
  node: ['nodejs'],
};

/** Another program that does the same and is there. */
export function substituteFor(program: string, machine: Machine): string | undefined {
  return substitutes[program]?.find((other) => machine.findProgram(other) !== undefined);
}

const builds: Readonly<Record<string, readonly string[]>> = {
  go: ['go', 'build', './...'],
  cargo: ['cargo', 'build'],
  dotnet: ['dotnet', 'build'],
  mvn: ['mvn', 'package'],
  gradle: ['gradle', 'build'],
  swift: ['swift', 'build'],
  uv: ['uv', 'sync'],
  poetry: ['poetry', 'install'],
};

/** By the tool that starts the server. */
export function buildOf(command: string): readonly string[] {
  return builds[programName(command)] ?? ['npm', 'run', 'build'];
}
