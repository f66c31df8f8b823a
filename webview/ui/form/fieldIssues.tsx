import type { JSX } from 'preact';
import { Icon } from '../components/icon.tsx';

export function FieldIssues({ issues }: { issues: readonly string[] }): JSX.Element {
  return (
    <>
      {issues.map((message) => (
        <p key={message} class="field-error">
          <Icon name="error" /> {message}
        </p>
      ))}
    </>
  );
}
