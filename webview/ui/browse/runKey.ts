/** Ctrl+Enter, or Cmd+Enter, does what the main button does. */
export function onRunKey(run: () => void): (event: KeyboardEvent) => void {
  return (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run();
  };
}
