import { isRecord } from '../../../base/json.ts';
import { l10n } from '../../../base/l10n.ts';
import { estimateTokens } from '../../../base/tokens.ts';
import type { FindingCode } from '../../trust/scan/finding.ts';
import { scanServer } from '../../trust/scan/scan.ts';
import type { LintSubject, ProbeKind } from '../model/lintSubject.ts';
import { type LintRule, serverRule, toolRule, toolSubject } from '../model/rule.ts';

const manyTools = 40;
const tooManyTools = 128;
const costlyTools = 10_000;
const costlyTool = 1_500;
const slowStartMs = 10_000;
/** Deprecated by 2026-07-28; twelve months at least. */
const removal = '2027-07-28';

const scanRule: Readonly<Record<string, readonly FindingCode[]>> = {
  'hidden-unicode': ['hidden-characters', 'hidden-text', 'hidden-comment', 'long-blank'],
  orders: ['override', 'conceal', 'fake-markup', 'smuggles', 'skips-consent', 'runs-download', 'sends-away'],
  shadowing: ['steers-others', 'steers-choice', 'cross-mention', 'odd-name'],
  secrets: ['reads-secrets', 'secret-path', 'remote-image'],
};

function trustRule(id: string, codes: readonly FindingCode[]): LintRule {
  return {
    id,
    severity: 'error',
    *check({ tools, instructions }) {
      const found = scanServer({ tools, ...(instructions !== undefined && { instructions }) });
      for (const { code, tool, path, message } of found) {
        if (!codes.includes(code)) continue;
        const remedy = l10n.t('Remove it: clients that look for it hold the tool back.');
        yield { subject: tool === undefined ? 'server' : toolSubject(tool), path, message, remedy };
      }
    },
  };
}

/** A probe whose outcome was not a clear refusal. */
function probeRule(
  id: string,
  kind: ProbeKind,
  severity: LintRule['severity'],
  words: () => [string, string],
): LintRule {
  return {
    id,
    severity,
    *check({ probes = [] }) {
      for (const { kind: tried, tool, outcome } of probes) {
        if (tried !== kind || outcome === 'error' || outcome === 'tool-error') continue;
        const [message, remedy] = words();
        yield { subject: tool === undefined ? 'server' : toolSubject(tool), message, remedy };
      }
    },
  };
}

function deprecatedIn({ capabilities = {} }: LintSubject): string | undefined {
  return isRecord(capabilities['logging']) ? 'logging' : undefined;
}

export const wholeServerRules: readonly LintRule[] = [
  serverRule('count-40', 'warning', ({ tools }) => {
    if (tools.length <= manyTools || tools.length > tooManyTools) return undefined;
    return {
      message: l10n.t(
        '{0} tools; Cursor offered only {1} of all servers together, and models choose worse among many.',
        tools.length,
        manyTools,
      ),
      remedy: l10n.t('Offer fewer, higher-level tools, or toolsets that users switch on.'),
    };
  }),
  serverRule('count-128', 'error', ({ tools }) => {
    if (tools.length <= tooManyTools) return undefined;
    return {
      message: l10n.t('{0} tools; OpenAI and Copilot take {1} of all servers together.', tools.length, tooManyTools),
      remedy: l10n.t('Offer fewer, higher-level tools, or toolsets that users switch on.'),
    };
  }),
  serverRule('tokens', 'warning', ({ tools }) => {
    const tokens = estimateTokens(tools);
    if (tokens <= costlyTools) return undefined;
    return {
      message: l10n.t('The definitions cost ≈ {0} tokens in every conversation.', tokens),
      remedy: l10n.t('Shorten descriptions and schemas; the largest tools are in the Inspector.'),
    };
  }),
  toolRule('tool-tokens', 'warning', (tool) => {
    const tokens = estimateTokens(tool);
    if (tokens <= costlyTool) return undefined;
    return {
      message: l10n.t('The definition costs ≈ {0} tokens in every conversation.', tokens),
      remedy: l10n.t('Shorten the description and the schema.'),
    };
  }),
  serverRule('no-tools', 'info', ({ tools, resources = [], prompts = [] }) => {
    if (tools.length + resources.length + prompts.length > 0) return undefined;
    return {
      message: l10n.t('The server offers nothing: no tools, resources or prompts.'),
      remedy: l10n.t('Check its arguments and credentials: some servers leave out what they cannot use.'),
    };
  }),
  serverRule('order-unstable', 'warning', ({ tools, secondList }) => {
    if (!secondList || secondList.join('\n') === tools.map(({ name }) => name).join('\n')) return undefined;
    return {
      message: l10n.t('Two lists of tools differ, which costs the prompt cache of clients.'),
      remedy: l10n.t('List the tools in a fixed order.'),
    };
  }),
  serverRule('start-slow', 'warning', ({ startMs }) => {
    if (startMs === undefined || startMs <= slowStartMs) return undefined;
    return {
      message: l10n.t(
        'It took {0} s until the tools were listed; some clients wait 10 s.',
        Math.round(startMs / 1_000),
      ),
      remedy: l10n.t('List the tools first, and load the rest at the first call.'),
    };
  }),
  serverRule('version-old', 'info', ({ protocolVersion }) => {
    if (protocolVersion === undefined || protocolVersion >= '2025-11-25') return undefined;
    return {
      message: l10n.t('The server speaks {0}; the newest version is {1}.', protocolVersion, '2026-07-28'),
      remedy: l10n.t('Update its SDK.'),
    };
  }),
  serverRule('transport-sse', 'warning', ({ transport }) => {
    if (transport !== 'sse') return undefined;
    return {
      message: l10n.t('HTTP+SSE is deprecated; it may be removed from {0} on.', removal),
      remedy: l10n.t('Serve Streamable HTTP.'),
    };
  }),
  serverRule('deprecated-capability', 'info', (subject) => {
    const capability = deprecatedIn(subject);
    if (capability === undefined) return undefined;
    return {
      message: l10n.t('"{0}" is deprecated; it may be removed from {1} on.', capability, removal),
      remedy: l10n.t('Write logs to stderr or to OpenTelemetry.'),
    };
  }),
  probeRule('unknown-tool', 'unknown-tool', 'warning', () => [
    l10n.t('A call of a tool that does not exist did not fail.'),
    l10n.t('Answer with the error -32602 that names the tool.'),
  ]),
  probeRule('unknown-method', 'unknown-method', 'warning', () => [
    l10n.t('A request with a method that does not exist did not fail.'),
    l10n.t('Answer with the error -32601.'),
  ]),
  probeRule('missing-argument', 'missing-argument', 'warning', () => [
    l10n.t('A call without a required argument was accepted.'),
    l10n.t('Check arguments against the schema, and name the one that is missing.'),
  ]),
  probeRule('wrong-type', 'wrong-type', 'warning', () => [
    l10n.t('A call with an argument of the wrong type was accepted.'),
    l10n.t('Check arguments against the schema, and name the one that is wrong.'),
  ]),
  {
    id: 'cancel',
    severity: 'error',
    *check({ probes = [] }) {
      const after = probes.find(({ kind, outcome }) => kind === 'cancel' && outcome !== 'error');
      if (!after) return;
      const message =
        after.outcome === 'ended'
          ? l10n.t('The server ended when a request was cancelled.')
          : l10n.t('After a request was cancelled, the server did not answer the next one.');
      yield { subject: 'server', message, remedy: l10n.t('Ignore a cancellation that comes too late, and go on.') };
    },
  },
  {
    id: 'ends-on-bad-input',
    severity: 'error',
    *check({ probes = [] }) {
      for (const { outcome, kind, tool } of probes) {
        if (outcome !== 'ended' || kind === 'cancel') continue;
        yield {
          subject: tool === undefined ? 'server' : toolSubject(tool),
          message: l10n.t('The server ended after a bad request ({0}).', kind),
          remedy: l10n.t('Catch what a handler throws, and answer with an error.'),
        };
      }
    },
  },
  ...Object.entries(scanRule).map(([id, codes]) => trustRule(id, codes)),
];
