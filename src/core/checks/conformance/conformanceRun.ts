import { isRecord } from '../../../base/json.ts';
import type {
  ConformanceChange,
  ConformanceCheck,
  ConformanceRun,
  ConformanceScenario,
} from '../../../contract/conformance.ts';

export type { ConformanceChange, ConformanceRun, ConformanceScenario };

const statuses: Readonly<Record<string, ConformanceCheck['status']>> = {
  SUCCESS: 'passed',
  FAILURE: 'failed',
  WARNING: 'warning',
};

/** The checks of one scenario, from the file in which the suite keeps them. */
export function readChecks(value: unknown): readonly ConformanceCheck[] {
  return (Array.isArray(value) ? (value as unknown[]) : []).filter(isRecord).map(readCheck);
}

function readCheck(check: Readonly<Record<string, unknown>>): ConformanceCheck {
  const came = textOf(check['errorMessage']);
  return {
    id: textOf(check['id']) ?? '',
    status: statuses[textOf(check['status']) ?? ''] ?? 'other',
    expected: textOf(check['description']) ?? textOf(check['name']) ?? '',
    ...(came !== undefined && { came }),
  };
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The scenarios in the order in which the suite ran them, and whether each passed, from what it prints at the end. */
export function readSummary(output: string): readonly Omit<ConformanceScenario, 'checks'>[] {
  const at = output.indexOf('=== SUMMARY ===');
  const summary = at < 0 ? '' : output.slice(at);
  const unscored = new Set([...summary.matchAll(/^ {2}[✓✗] (\S+) \(/gm)].map(([, name]) => name));
  return [...summary.matchAll(/^(✓|✗) (\S+): \d+ passed, \d+ failed/gm)].map(([, mark, name = '']) => ({
    name,
    passed: mark === '✓',
    isScored: !unscored.has(name),
  }));
}

/** Whether a file holds such a run: another one is not compared with. */
export function isConformanceRun(value: unknown): value is ConformanceRun {
  return (
    isRecord(value) &&
    value['mcpconformance'] === 1 &&
    Array.isArray(value['scenarios']) &&
    value['scenarios'].every((one) => isRecord(one) && typeof one['name'] === 'string')
  );
}

/** What is different from an earlier run. */
export function changesBetween(before: ConformanceRun, now: ConformanceRun): readonly ConformanceChange[] {
  const [old, is] = [before, now].map(({ scenarios }) => new Map(scenarios.map((one) => [one.name, one.passed])));
  const names = [...new Set([...(old?.keys() ?? []), ...(is?.keys() ?? [])])];
  return names.flatMap((scenario): readonly ConformanceChange[] => {
    const [was, passes] = [old?.get(scenario), is?.get(scenario)];
    if (was === passes) return [];
    if (was === undefined) return [{ scenario, change: 'new' }];
    if (passes === undefined) return [{ scenario, change: 'gone' }];
    return [{ scenario, change: passes ? 'fixed' : 'broken' }];
  });
}
