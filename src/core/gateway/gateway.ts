import { type ReadonlySignal, computed, signal } from '@preact/signals-core';
import { type Disposable, Lifetime } from '../../base/lifetime.ts';
import { type Budget, agentToolLimit, budgetOf } from './exposure/tokenBudget.ts';
import { type CallsParts, GatewayCalls } from './calls/gatewayCalls.ts';
import { Endpoint } from './endpoint/endpoint.ts';
import type { EndpointParts } from './endpoint/endpointParts.ts';
import type { Scope } from './exposure/exposedTools.ts';
import { type ExposureSettings, readExposure } from './exposure/agentPolicy.ts';

interface GatewayParts extends Omit<EndpointParts, 'exposure' | 'calls' | 'toolLimit' | 'redact'>, CallsParts {
  estimateTokens(definition: unknown): number;
}

/** The settings that the gateway follows. */
interface GatewaySettings {
  readonly servers: unknown;
  readonly toolLimit: unknown;
}

/** Managed servers, offered to agents again: each by itself and all chosen ones together. */
export class Gateway implements Disposable {
  readonly #parts: EndpointParts;
  readonly #lifetime = new Lifetime();
  readonly #exposure = signal<ExposureSettings>(new Map());
  readonly #limit = signal(agentToolLimit);
  readonly #endpoints = new Map<string, Endpoint>();
  readonly budget: ReadonlySignal<Budget>;

  constructor(parts: GatewayParts) {
    this.#parts = {
      ...parts,
      exposure: this.#exposure,
      calls: new GatewayCalls(parts),
      toolLimit: () => this.#limit.value,
      redact: (text) => parts.redactor.text(text),
    };
    const all = this.endpoint({ kind: 'all' });
    this.budget = computed(() => budgetOf(all.exposed.value.values(), parts.estimateTokens, this.#limit.value));
  }

  get exposure(): ReadonlySignal<ExposureSettings> {
    return this.#exposure;
  }

  follow({ servers, toolLimit }: GatewaySettings): void {
    this.#exposure.value = readExposure(servers, (problem) => this.#parts.log.error(problem));
    const fits = typeof toolLimit === 'number' && Number.isInteger(toolLimit) && toolLimit > 0;
    this.#limit.value = fits ? toolLimit : agentToolLimit;
  }

  /** The same one for the same scope; it lists nothing while its server is not exposed. */
  endpoint(scope: Scope): Endpoint {
    const key = scope.kind === 'all' ? '' : `${scope.id}\0${[...(scope.without ?? [])].join('\0')}`;
    const known = this.#endpoints.get(key) ?? this.#lifetime.add(new Endpoint(scope, this.#parts));
    this.#endpoints.set(key, known);
    return known;
  }

  dispose(): void {
    this.#lifetime.dispose();
  }
}
