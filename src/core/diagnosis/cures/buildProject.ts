import { anyPath as path } from '../model/paths.ts';
import { l10n } from '../../../base/l10n.ts';
import type { Remedy } from '../model/diagnosis.ts';
import { type Evidence, stdioOf } from '../model/evidence.ts';
import { runInTerminal } from '../model/remedies.ts';

/** By the file that describes the project. */
const builds: readonly (readonly [string, readonly string[]])[] = [
  ['package.json', ['npm', 'run', 'build']],
  ['Cargo.toml', ['cargo', 'build', '--release']],
  ['pom.xml', ['mvn', 'package']],
  ['build.gradle', ['gradle', 'build']],
  ['build.gradle.kts', ['gradle', 'build']],
  ['go.mod', ['go', 'build', '-o', 'bin/', './...']],
  ['Package.swift', ['swift', 'build', '-c', 'release']],
  ['CMakeLists.txt', ['sh', '-c', 'cmake -B build && cmake --build build']],
];

/** A missing file that looks like the result of a build, in a project that can be built. */
export function buildProject(file: string, evidence: Evidence): readonly Remedy[] {
  const { machine } = evidence;
  const full = path.resolve(stdioOf(evidence)?.cwd ?? '/', file);
  const [, folder = ''] = /^(.*?)[/\\](?:dist|build|out|lib|target|bin|\.build)[/\\]/.exec(full) ?? [];
  const has = (name: string): boolean => machine.kindOf(path.join(folder, name)) !== undefined;
  const [, command] = folder === '' ? [] : (builds.find(([manifest]) => has(manifest)) ?? []);
  if (command === undefined) return [];
  const isBare = command[0] === 'npm' && !has('node_modules');
  const both = 'npm install && npm run build';
  const shell = machine.platform === 'win32' ? ['cmd', '/c', both] : ['sh', '-c', both];
  const line = isBare ? shell : command;
  return [runInTerminal(l10n.t('Build the server'), line, folder)];
}
