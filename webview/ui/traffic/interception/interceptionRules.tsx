import type { JSX } from 'preact';
import type { RuleView } from '../../../../src/contract/traffic/interceptionRules.ts';
import { type RuleDraft, type InterceptionRules, ruleText } from '../../../model/traffic/interceptionRules.ts';
import { t, tn } from '../../../platform/l10n.ts';
import { IconButton } from '../../components/iconButton.tsx';
import { Button, Checkbox, Dropdown, TextField } from '../../components/kit.ts';
import { FaultNotice, Notice } from '../../components/layout/notice.tsx';
import { Empty } from '../../components/layout/empty.tsx';

/** Shown on every tab while a rule is active, because rules change how a server behaves. */
export function InterceptionBanner({
  rules,
  onShow,
}: {
  rules: InterceptionRules;
  onShow?: () => void;
}): JSX.Element | null {
  const { value: active } = rules.active;
  const held = rules.snapshot.value.held.length;
  if (active === 0 && held === 0) return null;
  return (
    <div class="rules-banner" data-testid="rules-banner">
      <Notice kind="warning">
        <div class="facts">
          <span>
            {tn(active, '{0} interception rule active', '{0} interception rules active')}
            {held > 0 && ` · ${tn(held, '{0} call paused', '{0} calls paused')}`}
          </span>
          {onShow && (
            <button type="button" class="link" onClick={onShow}>
              {t('Show')}
            </button>
          )}
          <button type="button" class="link" data-testid="rules-clear" onClick={() => rules.clear()}>
            {t('Remove All')}
          </button>
        </div>
      </Notice>
    </div>
  );
}

export function InterceptionRuleList({ rules }: { rules: InterceptionRules }): JSX.Element {
  const { rules: list } = rules.snapshot.value;
  return (
    <section aria-label={t('Rules')}>
      {rules.failure.value && <FaultNotice fault={rules.failure.value} />}
      {list.length === 0 && <NoRules rules={rules} />}
      {list.map((rule) => (
        <RuleLine key={rule.id} rules={rules} rule={rule} />
      ))}
      <RuleForm rules={rules} />
    </section>
  );
}

/** The most useful ones at a click; others are made in the form below. */
function NoRules({ rules }: { rules: InterceptionRules }): JSX.Element {
  const examples: readonly (readonly [string, RuleDraft['kind']])[] = [
    [t('Pause All Calls'), 'pauseRequest'],
    [t('Delay All Calls by 1 Second'), 'delay'],
    [t('Fail All Calls'), 'fail'],
  ];
  const text = t('No rules. A rule pauses, delays, fails or responds to calls until this window is closed.');
  return (
    <Empty icon="debug-breakpoint" text={text}>
      <div class="run-line">
        {examples.map(([label, kind]) => (
          <Button key={label} data-testid={`rule-example-${kind}`} onClick={() => rules.addExample(kind)}>
            {label}
          </Button>
        ))}
      </div>
    </Empty>
  );
}

function RuleLine({ rules, rule }: { rules: InterceptionRules; rule: RuleView }): JSX.Element {
  const label = ruleText(rule);
  return (
    <div class="rule-line" data-testid="rule">
      <Checkbox checked={rule.enabled} onChange={(on) => rules.enable(rule, on)}>
        {label}
      </Checkbox>
      <span class="muted">{tn(rule.hits, '{0} hit', '{0} hits')}</span>
      <IconButton
        testId="rule-remove"
        icon="trash"
        label={t('Remove: {0}', label)}
        onClick={() => rules.remove(rule)}
      />
    </div>
  );
}

function RuleForm({ rules }: { rules: InterceptionRules }): JSX.Element {
  const { value: draft } = rules.draft;
  const kinds: readonly { readonly value: RuleDraft['kind']; readonly label: string }[] = [
    { value: 'pauseRequest', label: t('Pause Request') },
    { value: 'pauseResponse', label: t('Pause Response') },
    { value: 'delay', label: t('Delay') },
    { value: 'fail', label: t('Fail') },
    { value: 'answer', label: t('Respond from Recording') },
  ];
  const servers = [
    { value: '', label: t('All servers') },
    ...rules.servers.value.map((server) => ({ value: server, label: server })),
  ];
  return (
    <div class="rule-form">
      <Dropdown
        value={draft.kind}
        options={kinds}
        aria-label={t('Rule action')}
        data-testid="rule-kind"
        onChange={(kind) => rules.change({ kind: kind as RuleDraft['kind'] })}
      />
      <Dropdown
        value={draft.server}
        options={servers}
        aria-label={t('Server')}
        data-testid="rule-server"
        onChange={(server) => rules.change({ server })}
      />
      <RuleText rules={rules} field="tool" label={t('Tool (empty for all)')} />
      <ActionFields rules={rules} kind={draft.kind} />
      <Button
        data-testid="rule-add"
        disabled={draft.kind === 'answer' && draft.recording === ''}
        onClick={() => rules.addDraft()}
      >
        {t('Add Rule')}
      </Button>
    </div>
  );
}

function ActionFields({ rules, kind }: { rules: InterceptionRules; kind: RuleDraft['kind'] }): JSX.Element | null {
  switch (kind) {
    case 'delay':
      return <RuleText rules={rules} field="ms" label={t('Milliseconds')} />;
    case 'fail':
      return (
        <>
          <RuleText rules={rules} field="code" label={t('Error code')} />
          <RuleText rules={rules} field="message" label={t('Error message')} />
        </>
      );
    case 'answer':
      return (
        <Button data-testid="rule-recording" onClick={() => void rules.pickRecording()}>
          {rules.draft.value.recording.replace(/^.*[\\/]/, '') || t('Select Recording…')}
        </Button>
      );
    default:
      return null;
  }
}

interface RuleTextProps {
  readonly rules: InterceptionRules;
  readonly field: 'tool' | 'ms' | 'code' | 'message';
  readonly label: string;
}

function RuleText({ rules, field, label }: RuleTextProps): JSX.Element {
  return (
    <TextField
      value={rules.draft.value[field]}
      placeholder={label}
      aria-label={label}
      data-testid={`rule-${field}`}
      onInput={(value) => rules.change({ [field]: value })}
    />
  );
}
