const part = async (page, name) => page.getByTestId(`part-${name}`).click();
const resource = (uri) => async (page) => {
  await part(page, 'resources');
  await page.locator(`[role=option][data-resource="${uri}"]`).click();
  await page.getByTestId('contents').waitFor();
};
const prompt = async (page) => {
  await part(page, 'prompts');
  await page.locator('[role=option][data-prompt=review]').click();
  await page.getByTestId('argument-file').locator('input').fill('cart.js');
  await page.getByTestId('get-prompt').click();
  await page.getByTestId('messages').waitFor();
  await page.getByTestId('argument-tone').locator('input').fill('fr');
  await page.getByTestId('suggestions').waitFor();
};
const template = async (page) => {
  await part(page, 'resources');
  await page.locator('[role=option][data-resource^="demo://notes/{"]').click();
  await page.getByTestId('argument-topic').locator('input').fill('größe & more');
  await page.getByTestId('argument-limit').locator('input').fill('5');
};

/** Every part of the Inspector that is not a tool. */
export const browseScenes = [
  { name: 'server', width: 320, height: 1000, act: (page) => part(page, 'server') },
  { name: 'server-wide', width: 1100, themes: ['light'], act: (page) => part(page, 'server') },
  { name: 'server-220', width: 220, themes: ['dark', 'hcDark'], act: (page) => part(page, 'server') },
  { name: 'resources', width: 320, themes: ['dark'], act: (page) => part(page, 'resources') },
  { name: 'resources-220', width: 220, height: 400, themes: ['hcLight'], act: (page) => part(page, 'resources') },
  { name: 'resource-text', width: 760, act: resource('demo://notes/readme') },
  { name: 'resource-binary', width: 760, themes: ['dark', 'hcLight'], act: resource('demo://backup') },
  { name: 'resource-binary-220', width: 220, themes: ['light'], act: resource('demo://backup') },
  { name: 'resource-image', width: 320, themes: ['light'], act: resource('demo://logo') },
  { name: 'resource-gone', width: 320, themes: ['hcDark'], act: resource('demo://gone') },
  { name: 'template', width: 320, themes: ['dark', 'hcLight'], act: template },
  { name: 'prompt', width: 760, act: prompt },
  { name: 'prompt-220', width: 220, themes: ['dark'], act: prompt },
  { name: 'events', width: 320, themes: ['dark', 'hcLight'], act: (page) => part(page, 'events') },
  {
    name: 'events-wide',
    width: 900,
    themes: ['light', 'hcDark'],
    act: async (page) => (await part(page, 'events'), await page.locator('[role=option][data-event]').nth(2).click()),
  },
  { name: 'tasks', width: 320, themes: ['dark', 'hcLight'], act: (page) => part(page, 'tasks') },
  {
    name: 'task',
    width: 760,
    themes: ['light', 'hcDark'],
    act: async (page) => (await part(page, 'tasks'), await page.locator('[role=option][data-task=task-1]').click()),
  },
  {
    name: 'beside',
    width: 1600,
    height: 800,
    act: async (page) => {
      await page.locator('[data-tool="switchboard_servers"][role=option]').click();
      await page.getByTestId('traffic-part').waitFor();
    },
  },
  { name: 'zoomed', width: 160, height: 400, zoom: 2, themes: ['dark'], act: (page) => part(page, 'server') },
];
