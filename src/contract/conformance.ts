import { method } from './rpc/contract.ts';
import { object, text } from './rpc/shape.ts';

/** One check of a scenario, in the words of the suite. */
export interface ConformanceCheck {
  readonly id: string;
  readonly status: 'passed' | 'failed' | 'warning' | 'other';
  readonly expected: string;
  /** What came, where that was something else. */
  readonly came?: string;
}

export interface ConformanceScenario {
  readonly name: string;
  readonly passed: boolean;
  /** False: the version does not require it. */
  readonly isScored: boolean;
  /** When it ran, in milliseconds since 1970: its frames are found by that. */
  readonly from?: number;
  readonly to?: number;
  readonly checks: readonly ConformanceCheck[];
}

export interface ConformanceRun {
  readonly mcpconformance: 1;
  readonly server: string;
  readonly suite: string;
  /** Of the protocol. */
  readonly version: string;
  readonly scenarios: readonly ConformanceScenario[];
}

export interface ConformanceChange {
  readonly scenario: string;
  readonly change: 'fixed' | 'broken' | 'new' | 'gone';
}

export interface ConformanceView {
  readonly isRunning: boolean;
  /** The last one. */
  readonly run?: ConformanceRun;
  /** What is different from the one before it. */
  readonly changes?: readonly ConformanceChange[];
}

const serverRef = object({ server: text });

export const conformanceHostMethods = {
  'conformance/get': method(serverRef).answers<ConformanceView>(),
  /** Responds when the run has ended; joins one that is under way. The user is asked before the suite is fetched. */
  'conformance/run': method(serverRef).answers<ConformanceView>(),
  /** Shows in Traffic what was sent in a scenario of the last run. */
  'conformance/showFrames': method(object({ server: text, scenario: text })).answers<void>(),
} as const;

export const conformanceWebviewMethods = {
  /** A run has begun or ended. */
  'conformance/changed': method(serverRef).answers<void>(),
} as const;
