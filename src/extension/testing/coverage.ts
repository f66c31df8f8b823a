import * as vscode from 'vscode';
import type { CheckFile, Step } from '../../core/checks/model/checkFile.ts';
import { toolCoverage } from '../../core/checks/coverage/toolCoverage.ts';
import type { ManagedServer } from '../../core/servers/model/server.ts';

const details = new WeakMap<vscode.FileCoverage, readonly vscode.FileCoverageDetail[]>();

export function detailsOf(file: vscode.FileCoverage): readonly vscode.FileCoverageDetail[] {
  return details.get(file) ?? [];
}

/** Each tool that the server offers counts as a declaration of the check file, at its first call or at the top. */
export function fileCoverage(
  checkFile: CheckFile,
  server: ManagedServer,
  sent: readonly Step[],
): { readonly coverage: vscode.FileCoverage; readonly line: string } {
  const tools = toolCoverage(server.tools.peek(), sent);
  const called = tools.filter(({ calls }) => calls > 0);
  const taken = sum(tools.map((tool) => tool.taken));
  const branches = sum(tools.map((tool) => tool.branches));
  const count = new vscode.TestCoverageCount(called.length, tools.length);
  const coverage = new vscode.FileCoverage(
    vscode.Uri.file(checkFile.file),
    count,
    new vscode.TestCoverageCount(taken, branches),
    count,
  );
  const first = new Map(sent.toReversed().map(({ target, span }) => [target, span.line]));
  details.set(
    coverage,
    tools.map(
      ({ name, calls }) => new vscode.DeclarationCoverage(name, calls, new vscode.Position(first.get(name) ?? 0, 0)),
    ),
  );
  const missed = tools.filter(({ calls }) => calls === 0).map(({ name }) => name);
  const counts = vscode.l10n.t(
    '{0}: {1} of {2} tools and {3} of {4} schema branches were called.',
    server.id,
    called.length,
    tools.length,
    taken,
    branches,
  );
  const rest = missed.length === 0 ? '' : ` ${vscode.l10n.t('Not called: {0}', missed.join(', '))}`;
  return { coverage, line: counts + rest };
}

const sum = (numbers: readonly number[]): number => numbers.reduce((all, one) => all + one, 0);
