import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { type SignInActor, type SignInStep, type SignInStepKind, curlOf } from '../../../src/contract/signIn.ts';
import { t } from '../../platform/l10n.ts';
import { formatMs } from '../../platform/units.ts';
import { Button } from '../components/kit.ts';
import { Facts } from '../components/layout/facts.tsx';
import type { Presentation } from '../components/presentation.ts';
import { StateLabel } from '../components/stateLabel.tsx';
import { useActions } from '../components/textActions.ts';

/** Who talked to whom: four parties side by side, one row for each step, which opens into its details. */
export function SignInSteps({ steps }: { steps: readonly SignInStep[] }): JSX.Element {
  return (
    <table class="lanes" data-testid="sign-in-steps">
      <thead>
        <tr>
          {[t('Browser'), 'MCP Switchboard', t('Server'), t('Authorization server')].map((party) => (
            <th key={party} scope="col" class="break">
              {party}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {steps.map((step, at) => (
          <Step key={`${at} ${step.at}`} step={step} />
        ))}
      </tbody>
    </table>
  );
}

/** Empty cells before the arrow, and the columns that it spans. */
const spans: Readonly<Record<'browser' | 'server' | 'service', readonly [number, number]>> = {
  browser: [0, 2],
  server: [1, 2],
  service: [1, 3],
};

function spanOf(kind: SignInStepKind): readonly [number, number] {
  if (kind === 'page' || kind === 'callback') return spans.browser;
  return kind === 'challenge' || kind === 'resourceMetadata' ? spans.server : spans.service;
}

function Step({ step }: { step: SignInStep }): JSX.Element {
  const isOpen = useSignal(step.verdict === 'wrong');
  const [before, width] = spanOf(step.kind);
  return (
    <>
      <tr data-step={step.kind} data-verdict={step.verdict}>
        {before > 0 && <td colSpan={before} />}
        <td colSpan={width} class="lane">
          <button
            type="button"
            class="link"
            aria-expanded={isOpen.value}
            onClick={() => (isOpen.value = !isOpen.value)}
          >
            <StateLabel shown={presentationOf(step)} />
          </button>
        </td>
        {before + width < 4 && <td colSpan={4 - before - width} />}
      </tr>
      {isOpen.value && (
        <tr>
          <td colSpan={4}>
            <StepDetails step={step} />
          </td>
        </tr>
      )}
    </>
  );
}

function presentationOf({ kind, verdict, status, ms }: SignInStep): Presentation {
  const looks = {
    ok: { icon: 'pass', tone: 'good' },
    deviation: { icon: 'warning', tone: 'warn' },
    wrong: { icon: 'error', tone: 'bad' },
  } as const;
  const figures = [status, ms === undefined ? undefined : formatMs(ms)].filter((part) => part !== undefined);
  const name = (status !== undefined && status >= 400 ? refusedNameOf(kind) : undefined) ?? nameOf(kind);
  return { ...looks[verdict], label: [name, ...figures].join(' · ') };
}

/** Of those whose name says that something was done. */
function refusedNameOf(kind: SignInStepKind): string | undefined {
  const names: Partial<Readonly<Record<SignInStepKind, string>>> = {
    token: t('Token refused'),
    identityToken: t('Identity token refused'),
    refresh: t('Renewal of the token refused'),
    revocation: t('Revocation of the token refused'),
  };
  return names[kind];
}

function nameOf(kind: SignInStepKind): string {
  const names: Readonly<Record<SignInStepKind, string>> = {
    challenge: t('Sign-in required'),
    resourceMetadata: t('Metadata of the server'),
    serverMetadata: t('Metadata of the authorization server'),
    registration: t('Registration'),
    page: t('Sign-in page opened'),
    callback: t('Browser returned'),
    identityMetadata: t('Metadata of the identity provider'),
    identityToken: t('Identity token granted'),
    identityProvider: t('Assertion of the identity provider'),
    token: t('Token granted'),
    refresh: t('Token renewed'),
    revocation: t('Token revoked'),
    failed: t('Sign-in failed'),
  };
  return names[kind];
}

function StepDetails({ step }: { step: SignInStep }): JSX.Element {
  const { copy } = useActions();
  const { rule, actor, sentence, method, url, requestBody, responseBody } = step;
  const rows: (readonly [string, string] | false)[] = [
    rule !== undefined && [t('Rule'), rule],
    actor !== undefined && [t('Action needed by'), actorText(actor)],
    url !== undefined && [t('Request'), `${method} ${url}`],
  ];
  return (
    <div class="lane-details">
      {sentence !== undefined && <p>{sentence}</p>}
      <Facts rows={rows.filter((row) => row !== false)} />
      {requestBody !== undefined && <pre class="break">{requestBody}</pre>}
      {responseBody !== undefined && <pre class="break">{responseBody}</pre>}
      {url !== undefined && step.kind !== 'challenge' && (
        <Button onClick={() => copy(curlOf(step))}>{t('Copy as curl')}</Button>
      )}
    </div>
  );
}

function actorText(actor: SignInActor): string {
  const texts: Readonly<Record<SignInActor, string>> = {
    server: t('the author of the server'),
    authorizationServer: t('the operator of the authorization server'),
    client: 'MCP Switchboard',
    user: t('you'),
  };
  return texts[actor];
}
