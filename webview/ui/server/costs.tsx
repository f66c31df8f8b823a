import type { JSX } from 'preact';
import type { ToolView } from '../../../src/contract/inspector.ts';
import { formatCount, t } from '../../platform/l10n.ts';
import { Tokens } from '../components/tokens.tsx';

const maxShown = 5;

/** What a model pays up front: the definitions of all tools, and the instructions. */
export function Costs({ tools, instructions }: { tools: readonly ToolView[]; instructions: number }): JSX.Element {
  const inTools = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  const total = inTools + instructions;
  const mostExpensive = tools.toSorted((a, b) => b.tokens - a.tokens).slice(0, maxShown);
  return (
    <>
      <p data-testid="token-total">
        <Tokens
          count={total}
          title={t('{0} in tools, {1} in instructions', formatCount(inTools), formatCount(instructions))}
        />
        <span class="muted">
          {' · '}
          {t('{0} in tools, {1} in instructions', formatCount(inTools), formatCount(instructions))}
        </span>
      </p>
      {mostExpensive.length > 0 && (
        <table class="figures">
          <caption class="sr-only">{t('Largest tools')}</caption>
          <thead>
            <tr>
              <th scope="col">{t('Tool')}</th>
              <th scope="col" class="number">
                {t('Tokens')}
              </th>
              <th scope="col" class="number wide-only">
                {t('Share')}
              </th>
            </tr>
          </thead>
          <tbody>
            {mostExpensive.map(({ name, tokens }) => (
              <tr key={name}>
                <td class="break">{name}</td>
                <td class="number">{formatCount(tokens)}</td>
                <td class="number wide-only">{t('{0}%', Math.round((100 * tokens) / Math.max(1, total)))}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </>
  );
}
