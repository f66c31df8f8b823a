import { stem } from '../../../base/stem.ts';

/**
 * Words that name the everyday things of any application or the look of a page. They may help to choose
 * between two patterns but must never be the reason to answer: an invoice is not a threat.
 */
const words = `
  account accounts action active address amount answer app apps application area array attribute author base bit block body
  book bool box button byte cart case category change char check class click client code color column comment component
  config configuration content count country customer data database date day default description detail details device
  different display document double draft echo element email empty endpoint entry error event export family feature field
  figure file files find first float folder form format frame framework free friend front full group handle handler head
  home hour id image import include index info information input int integer item items java javascript job json key label
  language large left level line link list load local long look main map match message method minute mode model module month
  move multiple name named names new news node note number object old one open operation option order orders org output own
  package page pages paragraph parameter part people person php picture place plan point position post price print private
  problem process product products profile program project property public python query question queue read record report
  request require resource response rest result return right route row rows ruby run rule rust save screen script search
  section select self send sentence series server service set settings short show side simple single site size small sort
  source space special spring stage start state step store story str string struct style subject submit sum summary system
  tab table tag target task tasks team test text thing ticket time title top topic total transaction tree type typescript
  unit update url user users value values variable vendor version video view visit visitor web website week word work
  write year
`;

export const weakWords: ReadonlySet<string> = new Set(
  words
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(stem),
);
