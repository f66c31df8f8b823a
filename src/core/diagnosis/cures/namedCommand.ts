import { startFolder } from '../model/startFolder.ts';
import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, outputOf, stdioOf } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/**
 * Tools often say which command helps. Only these are taken over, and never with what stands behind them: the words are
 * those of a server.
 */
const known: readonly string[] = [
  'npm install',
  'npm ci',
  'npm rebuild',
  'npm run build',
  'npm run auth',
  'npm login',
  'pnpm install',
  'pnpm approve-builds',
  'pnpm setup',
  'yarn install',
  'bun install',
  'npx playwright install',
  'npx puppeteer browsers install chrome',
  'npx prisma generate',
  'npx patchright install',
  'playwright install',
  'patchright install',
  'uv sync',
  'uv lock',
  'uv python install',
  'uv cache clean',
  'poetry install',
  'poetry lock',
  'pipenv install',
  'bundle install',
  'composer install',
  'go mod tidy',
  'go mod download',
  'go mod vendor',
  'cargo build',
  'rustup default stable',
  'rustup update',
  'dotnet restore',
  'dotnet tool restore',
  'dotnet workload restore',
  'deno install',
  'docker login',
  'docker compose up',
  'podman machine start',
  'aws configure',
  'aws sso login',
  'aws login',
  'az login',
  'gcloud auth login',
  'gcloud auth application-default login',
  'gh auth login',
  'glab auth login',
  'huggingface-cli login',
  'hf auth login',
  'vercel login',
  'wrangler login',
  'firebase login',
  'supabase login',
  'heroku login',
  'netlify login',
  'stripe login',
  'railway login',
  'flyctl auth login',
  'doctl auth init',
  'databricks auth login',
  'corepack enable',
  'git lfs pull',
  'git submodule update --init',
  'ollama serve',
  'xcode-select --install',
  'sudo xcodebuild -license',
  'softwareupdate --install-rosetta',
];

/** What the tool itself proposes. */
export function namedCommand(evidence: Evidence): readonly Remedy[] {
  const output = outputOf(evidence).replaceAll(/\s+/g, ' ');
  const found = known.filter((each) => output.includes(each)).toSorted((a, b) => b.length - a.length)[0];
  if (found === undefined) return [];
  return [runInTerminal(l10n.t('Run "{0}" in a terminal', found), found.split(' '), startFolder(stdioOf(evidence)))];
}
