import './styles/app.css';
import type { PageModule } from './pages/page.ts';

const pages: Readonly<Record<string, () => Promise<PageModule>>> = {
  inspector: () => import('./pages/inspectorPage.tsx'),
  traffic: () => import('./pages/trafficPage.tsx'),
  recording: () => import('./pages/recordingPage.tsx'),
  knowledge: () => import('./pages/knowledgePage.tsx'),
};

/*
 * Nothing is imported statically: VS Code keeps a page hidden until it has loaded, and every script that is part of that
 * delays its first paint. The rest comes behind it, all of it at once.
 */
const page = pages[document.body.dataset['view'] ?? 'inspector']!();
void import('./boot.tsx').then(({ boot }) => boot(page));
