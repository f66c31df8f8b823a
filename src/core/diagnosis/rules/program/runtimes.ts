import { l10n } from '../../../../base/l10n.ts';
import type { Machine } from '../../model/evidence.ts';
import type { Remedy } from '../../model/diagnosis.ts';
import { advise, runInTerminal } from '../../model/remedies.ts';

const install: Readonly<Record<string, () => string>> = {
  npx: () => l10n.t('Install Node.js, which includes npx'),
  npm: () => l10n.t('Install Node.js, which includes npm'),
  node: () => l10n.t('Install Node.js'),
  uvx: () => l10n.t('Install uv (https://docs.astral.sh/uv)'),
  uv: () => l10n.t('Install uv (https://docs.astral.sh/uv)'),
  python: () => l10n.t('Install Python, or use "python3"'),
  python3: () => l10n.t('Install Python 3'),
  docker: () => l10n.t('Install Docker and start it'),
  bunx: () => l10n.t('Install Bun'),
  bun: () => l10n.t('Install Bun'),
  deno: () => l10n.t('Install Deno'),
  go: () => l10n.t('Install Go'),
  cargo: () => l10n.t('Install Rust, which includes cargo'),
  dotnet: () => l10n.t('Install the .NET SDK'),
  java: () => l10n.t('Install Java'),
  pipx: () => l10n.t('Install pipx'),
};

/** Programs that npm installs. */
const npmPackages: ReadonlySet<string> = new Set(['pnpm', 'yarn', 'tsx', 'ts-node', 'tsc']);

export function installAdvice(program: string): Remedy {
  if (npmPackages.has(program))
    return runInTerminal(l10n.t('Install {0}', program), ['npm', 'install', '--global', program]);
  return advise(install[program]?.() ?? l10n.t('Install {0}', program));
}

const substitutes: Readonly<Record<string, readonly string[]>> = {
  python: ['python3'],
  python3: ['python'],
  pip: ['pip3'],
  docker: ['podman'],
  podman: ['docker'],
  nodejs: ['node'],
};

/** Another program that does the same and is there. */
export function substituteFor(program: string, machine: Machine): string | undefined {
  return substitutes[program]?.find((other) => machine.findProgram(other) !== undefined);
}
