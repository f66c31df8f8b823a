import { useSignal } from '@preact/signals';
import type { ComponentChildren, JSX } from 'preact';
import { useMemo } from 'preact/hooks';
import { Icon } from '../icon.tsx';

interface SectionProps {
  readonly title: string;
  readonly testId?: string;
  readonly open?: boolean;
  /** Of its heading: 2 on the level of the tool, 3 inside it. */
  readonly level: 2 | 3;
  readonly children: ComponentChildren;
}

let sections = 0;

/** Collapsed at first; its content is not rendered before it is opened. */
export function Section({ title, testId, level, open = false, children }: SectionProps): JSX.Element {
  const isOpen = useSignal(open);
  const id = useMemo(() => `section-${++sections}`, []);
  const Heading = `h${level}` as const;
  return (
    <section class="section" data-testid={testId}>
      <Heading class="section-head">
        <button
          type="button"
          aria-expanded={isOpen.value}
          aria-controls={id}
          onClick={() => (isOpen.value = !isOpen.value)}
        >
          <Icon name={isOpen.value ? 'chevron-down' : 'chevron-right'} />
          {title}
        </button>
      </Heading>
      <div id={id} class="section-body" hidden={!isOpen.value}>
        {isOpen.value && children}
      </div>
    </section>
  );
}
