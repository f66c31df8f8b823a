// `npm start -- --smoke`: the workbench is up, the extension activates and lists the tools of its embedded server.
import { leaveBrowser } from './support/testWorkbench.ts';
import { listTools } from './support/extension.ts';
import { withWindow } from './support/window.ts';

const start = performance.now();
try {
  const tools = await withWindow('smoke', {}, ({ driver }) => listTools(driver));
  if (tools.length === 0) throw new Error('the extension is active, but lists no tools');
  console.log(`Tools: ${tools.map((tool) => `${tool.server}/${tool.name}`).join(', ')}`);
  console.log(`The workbench was up and the tools listed after ${((performance.now() - start) / 1000).toFixed(1)} s.`);
} catch (error) {
  console.error(`Smoke test failed: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
} finally {
  await leaveBrowser();
}
