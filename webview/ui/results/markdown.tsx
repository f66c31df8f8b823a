import type { JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { type Block, type Inline, parseMarkdown } from '../../model/content/markdown.ts';
import { t } from '../../platform/l10n.ts';
import { useActions } from '../components/textActions.ts';

interface MarkdownProps {
  readonly text: string;
  /** A text about something else: its headings are no headings of the page. */
  readonly isAside?: boolean;
}

/** Builds elements from parsed text: nothing from a server is interpreted as markup, and nothing is loaded. */
export function Markdown({ text, isAside = false }: MarkdownProps): JSX.Element {
  const blocks = useMemo(() => parseMarkdown(text), [text]);
  return (
    <div class="markdown" data-testid="markdown">
      {blocks.map((block, at) =>
        isAside && block.kind === 'heading' ? (
          <p key={at} class="md-heading">
            <InlineContent children={block.children} />
          </p>
        ) : (
          <BlockView key={at} block={block} />
        ),
      )}
    </div>
  );
}

function BlockView({ block }: { block: Block }): JSX.Element {
  switch (block.kind) {
    case 'heading':
      return (
        <p class={`md-heading md-h${block.level}`} role="heading" aria-level={Math.min(6, block.level + 3)}>
          <InlineContent children={block.children} />
        </p>
      );
    case 'paragraph':
      return (
        <p class="pre-wrap">
          <InlineContent children={block.children} />
        </p>
      );
    case 'code':
      return (
        <pre class="block-text" tabIndex={0} aria-label={block.language === '' ? t('Code') : block.language}>
          {block.text}
        </pre>
      );
    case 'quote':
      return <blockquote>{block.blocks.map(toView)}</blockquote>;
    case 'list':
      return <ListView block={block} />;
    case 'table':
      return <TableView block={block} />;
    case 'rule':
      return <hr />;
    default:
      return block satisfies never;
  }
}

function toView(block: Block, at: number): JSX.Element {
  return <BlockView key={at} block={block} />;
}

function ListView({ block }: { block: Extract<Block, { kind: 'list' }> }): JSX.Element {
  const items = block.items.map((item, at) => <li key={at}>{item.map(toView)}</li>);
  return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
}

function TableView({ block }: { block: Extract<Block, { kind: 'table' }> }): JSX.Element {
  return (
    <table class="figures">
      <thead>
        <tr>
          {block.head.map((cell, at) => (
            <th key={at} scope="col">
              <InlineContent children={cell} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {block.rows.map((row, at) => (
          <tr key={at}>
            {row.map((cell, column) => (
              <td key={column}>
                <InlineContent children={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function InlineContent({ children }: { children: readonly Inline[] }): JSX.Element {
  return (
    <>
      {children.map((one, at) => (
        <InlineElement key={at} one={one} />
      ))}
    </>
  );
}

function InlineElement({ one }: { one: Inline }): JSX.Element {
  switch (one.kind) {
    case 'text':
      return <>{one.text}</>;
    case 'code':
      return <code>{one.text}</code>;
    case 'strong':
      return (
        <strong>
          <InlineContent children={one.children} />
        </strong>
      );
    case 'em':
      return (
        <em>
          <InlineContent children={one.children} />
        </em>
      );
    case 'del':
      return (
        <del>
          <InlineContent children={one.children} />
        </del>
      );
    case 'link':
      return <InlineLink one={one} />;
    case 'image': // named, never loaded: a remote image would let the server track the user
      return (
        <span class="muted" title={one.url}>
          [{t('Image')}: <InlineContent children={one.children} />]
        </span>
      );
    default:
      return one satisfies never;
  }
}

/** With its whole address: what a link says may be a lie. */
function InlineLink({ one }: { one: Extract<Inline, { kind: 'link' | 'image' }> }): JSX.Element {
  const actions = useActions();
  const [only] = one.children;
  const isAddress = only?.kind === 'text' && only.text === one.url;
  return (
    <>
      <button type="button" class="link" title={one.url} onClick={() => actions.openLink(one.url)}>
        <InlineContent children={one.children} />
      </button>
      {!isAddress && <span class="muted"> ({one.url})</span>}
    </>
  );
}
