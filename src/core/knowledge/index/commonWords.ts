import { type TermFacts, unknownFacts } from './searchIndex.ts';
import { weakWords } from './weakWords.ts';

/**
 * How common a stem is in ordinary development work: 2^-level of the texts hold it. Counted over 91,000
 * commit subjects and 59,000 paragraphs of documentation of nine public projects (bootstrap, next.js, rails,
 * vscode-docs, devdocs, 30-seconds-of-code, TheAlgorithms, realworld, learning-area); counts only, no text.
 * A word that is no more frequent in the patterns than here says nothing about security.
 */
const table = `
3: doc http updat
4: act app chang extens fil github imag js nam rail remov set support typ
5: activ ad agent allow api applicat cach class command config data debug dev documentat edit editor enabl error
5: export featur fix generat guid html id includ issu json key link md model not open opt pag path png record releas
5: request rout rubi run script select server start titl turbopack user valu variabl vercel vers view vs vscod
6: access arrai attribut availabl bas browser button call cas chat check chor ci client clos color comment commit
6: component configur configurat connect container content context contribut control controller copilot correct css
6: current custom dat databas defin dependenci deprecat descript detail development disabl document element ensur
6: environment exampl exist filenam find folder follow form format git handl helper hub import improv index input
6: install integrat item java languag learn lin list load local log match messag microsoft migrat miss mod modul mov
6: nod number object order org packag pass post process product project provid pull queri rb react read readm refactor
6: referenc remot render requir resolv respons search sect sess skip sourc specific stat stor string styl tabl tag
6: task templat terminal text tim tool travis ts turbo typo url visualstudio warn web window workspac
7: adapter additional ai appli argument articl assert asset associat author auto automatical avoid background bash
7: basic behavior bin block blog bodi bug built bump callback changelog cli click column complet consol contain copi
7: cor db debugger delet dep deploi developer different direct directori displai docker download drop dropdown dynamic
7: edg email en entri env erb event except execut experimental explorer fail feat feedback fetch field filter focus
7: font full gem generator gif group hash head header highlight host hover icon ignor info informat inlin insid
7: instanc instruct io job jsx kb label latest launch layout level limit lint linux locat look loop main manag
7: manifest map markdown marketplac ment menu merg metadata middlewar multipl navbar navigat non npm os output param
7: parameter part performanc plugin point pr prevent preview previous problem profil prompt prop properti provider
7: publish py python quick redirect reduc relat renam replac report repositori resourc result revert review root
7: router rubyonrail runtim sav scop screenshot seen send separat servic setup shar shell show sid singl siz small
7: sort spac specifi sql static status step storag studio suggest swc switch switcher syntax system tab target test
7: them token top trac tre try typescript ui upgrad usag v1 validat video visual webpack word workbench
8: abl accept accessibiliti account activat actual addit address advanc algorithm alt alternativ ap appear approv area
8: assign attach authenticat automatic autoplai azur babel belong binari bind bit blob book bootstrap border box
8: branch break breakpoint bring broken bundl calculat canari capabiliti carousel caus character choos chunk clarifi
8: clean cleanup clear clon cloud collect common compil condit conflict consistent constant continu convent convert
8: cooki count cover cron cursor customiz customizat day declar default definit depend deployment destroi detect
8: devcontainer diff dir dispatch dist div dom duplicat dur easi easier effect empti encod encrypt engin enter escap
8: eslint evaluat exclud expand expect experienc explain explicit express extend external extra extract failur
8: fallback final finish fixtur flag flow forward found framework functionaliti futur global grid grunt handler height
8: hid histori hook href i18n important improvement indicator initial initializ insert insider intelli interfac
8: intermediat internal introduc invalid invok irb iterat javascript join keybind keyboard know larg later left length
8: librari liv loader lock logic long longer mac machin mailer manual margin mark math max mcp mdx mean memori meta
8: mileston minor mixin modal modifi mp4 ms multi mut namespac nativ nav need nest nextj nil notebook notificat null
8: old operat optimiz optimizat optional original overlai overrid overview pack pad palett panel parent pars partial
8: password pattern perform person pick picker plac placeholder plan platform pnpm polici port posit power pre prefer
8: prefetch prefix present press primari print privat prodnam progress proper propos protocol prototyp proxi public
8: push queu rack raiz rak rang recent recommend refer refresh register relativ reload repo reset responsiv restor
8: revalidat rewrit rul rust sampl sass schema scroll scss second securiti segment selector self sens several shortcut
8: shortnam shown sign similar simplifi sit snippet social solut span split ssh stabl stack standard statement stop
8: stream strict structur symbol sync team thread tip toc toggl tooltip topic track transform translat trigger tsx
8: turn tutorial tweak understand uniqu unit unnecessari unus upload uri useful utiliti valid verifi webview welcom
8: width worker workflow world wrap wsl yaml yarn yml
9: abiliti absolut abstract accessibl activiti adjust admin affect aka alert alia alias align alignment amp analyz
9: anchor annotat announc append approach appropriat ar aria arr attachment attempt auth autoload backend badg becom
9: beginner benchmark beta big blank boolean boot bottom bracket btn buffer builder bundler byt cabl campaign captur
9: card cat catch categori cell center certain chain channel checkbox child children chrom claud cmd cms codebas
9: codemod codespac collaps com combin communiti compar compatibiliti compatibl compiler complex compos compress
9: comput concept conditional confirmat consider consistenci constraint contributor convers conversat correspond
9: coverag cpp creat credential cross ctrl customer dark dashboard declarat decorat deep delegat deliver demo describ
9: design desktop determin devic diagnostic dialog differenc digest disk dockerfil doctest domain doubl draft drag due
9: dump durat eager earli electron emb embed emit emmet endpoint enhanc enterpriz entir equal es euler exact exit
9: explanat explor expos ext faq fast faster favor fill firefox float footer forc foreign fork foundri fram fre fs
9: fulli gemfil general googl grammar graph guidelin h1 happen help hidden high hint hit hmr hom homepag hydrat
9: identifi identifier img immediat incorrect increas indent indicat individual inherit init initializer inspect
9: installat instrumentat integer interact interactiv isolat jest jupyter kbstyl keyword known lang lazi lead legaci
9: licens light localhost logger ls mail mailbox maintain management manager master matcher media medium member min
9: minimum mobil month mount mozilla necessari net network new nodej normal normaliz notic npmj npx occur offer offset
9: omit operator organizat origin otherwiz outlin outsid pair parallel parti particular past patch pathnam peopl perf
9: permiss persist photo pipelin plain polish polyfill pool popover postgr practic preferenc preload prepar prerender
9: presenc preserv proc produc program promiz protect purpos qualiti quest quot railti random rat raw reader readi
9: real reason receiv recoveri redis redundant ref reflect reg regex regexp regular rel relevant reli remain renderer
9: reorder represent requirement res respect respond rest restart restrict retri reus revers rich rol round row rs rsc
9: runner saf sandbox scaffold scenario scm scraper screen sdk secret secur semantic sent serv shadow ship short
9: sidebar sitemap skill slash slic slug spe spec special spell sq ssr stag stal strategi strip stuff stylesheet
9: subagent submit subscriber subscript successful suit summari svg telemetri tell temporari term third thre throw
9: timeout timestamp toolkit touch trail transact transit troubleshoot trust tsconfig tun tunnel twitter typical ur
9: util utm v0 v2 validator var variant various vc viewport virtual visibiliti visibl visit wait wasm watch way websit
9: whitespac wiki wishlist wrong xml year zon
10: abbreviat abort acc accessor accord activerecord adopt advantag age ago allocat alongsid alternat amount analysis
10: analytic analyzer angular animat answer anymor apollo appearanc appl approval architectur archiv arel arrow ask
10: assemb assessment assignment assum asynchronous attr audio authorizat autocomplet automat autoupdat awar backward
10: bad batch begin behav behind benefit bg black blorgh boost bound boundari br brand breadcrumb brows bs byok bypass
10: callout cancel cargo cast cd cdn char charset checkout choic cipher clarificat clariti claus clipboard cod
10: combinat comma communicat compact comparison compat compilat composit computer concern concurrent configurabl
10: confirm confus consolidat construct constructor contrast corner cost counter coupl crash crat credit customizer
10: cut cycl cypress datetim de dead deal debugtest decid decimal decod dedicat delai deliveri demand demonstrat
10: dependent deterministic devblog develop dhh diagram directiv dirti discard discover discuss distanc distinct
10: distribut django dot draw ds dummi dup dynamical e2e earlier ecmascript efficient effort eliminat end enforc
10: engineer english enqueu entiti enum enumerabl equivalent esm especial eval exec executabl experiment expir
10: exporter fall fami feel filesystem fin finaliz finder fir firebas fit flakei flaki flash flex flight fluid fold
10: foobar foreground formatter fragment freez frequent fresh friend functional gap generic gh gitignor glob glyphicon
10: gradient greater gs guidanc gutter hand hard harness helloworld helpful hex hierarchi higher hold hop hor
10: horizontal hot human idea ids ie ifram impact implement implicit incom increment incremental indentat independent
10: infer initializat inject inner inspector instantiat int intellisens intend intercept interest interpolat intro
10: introduct invalidat invers involv ip jekyll john jpg jqueri jsconfig jump jun justifi keep kernel kit kubernet
10: languageserver languageservic larger layer leak leav len leverag lfs li lif limitat linter listen listener lit
10: literal littl login logo lookup lower lsp macro major marker markup matter maximum mdn measur mechanism menus
10: metric mim mini minifi minimal minitest minut misc mistak mix mock modern modificat monitor mous mutat mypi mysql
10: natural negativ nes newli nginx night notabl notifi nuk num numeric obj obsolet official og older onlin
10: opentelemetri organiz otlp outdat overall overflow owner paginat paragraph parser participant payload peek pend
10: permanent permit persistent php pictur pin pip plai playwright polymorphic popular populat postcss postgresql
10: potential powerful ppr precis predicat prepend preset prettier prev pric prioriti proposal publisher pylanc
10: quickstart radio radius rdoc reach readabiliti readabl readon rebuild recogniz recommendat recurs recursiv red
10: redo redux refin regard regardless regenerat registri regress reject relai relationship remember removal reopen
10: repeat replacement reporter representat rescu resiz resolut respectiv retriev reveal reviz rgb rid rm roll
10: rollback rollup s3 safari saniti scal schem scrollspi secondari seed sensitiv sentenc separator sequenc serializ
10: serializat serializer serverless sh shallow shap shift shrink shrinkwrap signal signatur significant silenc
10: simpler singular slight slow smaller smart snapshot socket softwar solid solv sourcemap specificat spread spring
10: sprocket sqlite3 ssg ssl stai standalon starter startup statical sticki str strong stub sub subclass subject
10: subscrib subsystem success suffix sum summariz super suppli surfac suspens swap tailwind terser therefor think
10: todai toolbar total tracker transpil treat truncat txt typeof ul under underscor undo unicod unifi uniqueness
10: unknown unneed unstabl unsupport upper useless usernam usual utf utiliz uuid ux v3 v4 v5 val vendor verbos
10: vertical volum vsc vue wall want webp week weight whenever whit wid widget wikipedia workaround worktre wrapper
10: writer yarnpkg yield youtub zero zip
11: a11y ac accidental according accuraci accurat achiev acm actionpack actionview activemodel activesupport adapt
11: administrator affix agentic aggregat agiliti ahead aim ajax aks alpha alpin alter andrii android animal
11: announcement anonymous anthropic anywher apach applicabl appreciat april apt arbitrari arg artifact assist
11: assistant ast atom attack authenticiti autoloader autonomous autoprefixer av availabiliti avatar averag aws
11: azuretool back backdrop backtrac balanc banner bar base64 basis bench beyond bill blu blur bold bot bower brac
11: brief broadcast brok bubbl bucket bugfix builtin bulk bun business calculator camel cancellat canonical canva
11: capitaliz capitalizat car caret catalog caveat cc cgi challeng chapter checker checkpoint chromium circl circular
11: citi cjs clang classic cleaner clearer clearfix closer cluster cna co codebasic codeowner codeset codex codicon
11: coffe col collaborat collector collis colon colorizat complexiti comprehensiv concat conciz concurrenci consist
11: constantiz consum consumer contact contextual continuous contrib controll convenient cop copyright cosmic cours cp
11: cpu critical crypto crystal csharp csp csrf csv ctx cue curli currenci cwd d3 dap dash dataset david dd debian
11: debugpi decaffeinat decis decorator decoupl decreas decrypt dedup defer delimiter depth deriv desc descriptiv
11: deserializ desir destinat devtool diagnos dictat dictionari dieiev differ difficult digit dimens disallow
11: disconnect discoveri dismiss dispos distinguish distro divid divider dl docstr doe dog dont dotnet driv driven dsl
11: dts eas echo ecosystem effectiv el elixir ember emot encapsulat encounter encourag enhancement entersp entrypoint
11: err es6 esbuild essential establish eventual everywher evolv excit exclus exe executor expans expensiv
11: extensibiliti f1 fac fact factor factori fad familiar far fastapi favicon favorit februari feed fewer fibonacci
11: figur fish flask flatten flexbox flexibiliti flexibl flip floor flush fly folk for forbidden forgeri foundat front
11: frontend frontmatter frozen galleri gcc gear gemspec gen getstart ghost giv gjsjohnmurrai gmail goal gpt gpu
11: graceful grai grammatical graphql green greet grow gruntfil gt guard guess guest gulp gulpfil h2 h3 hack halt hang
11: happi hardcod headless heap heavi hero hoist holder honor hostnam html5 hugo ideal identiti ie11 ie7 ie8 illus
11: illustrat immutabl implementat inbound inclus inconsistenci indifferent inferenc infinit inflect inflector inform
11: infrastructur ingress inheritanc inlai inproduct insight installer instant instrument intent internet interpret
11: interpreter interrupt intersect interval inventori invert invit invocat ipc isr ivar jan jar jdk jeremi journei
11: jsc jsonc juli julia jumbotron kill kind knowledg kontent lab lambda land latenci leftover lesson letter lifecycl
11: lightweight linear lite3 llm localiz localizat lockfil lodash logpoint los lov low lowercas lt magic makefil
11: manipulat mapper march maria mass mat material matrix meant meet mem memcach memoiz metal mh middl millisecond
11: mind minimap mirror mismatch mjs mo mocha modifier moment monaco mongoos monorepo most multilin multipart murrai
11: mysql2 narrow newer newlin nocooki nodoc nokogiri nonc november nth observ observer obvious occurrenc offcanva
11: offlin opaciti openai opengraph ops optim optimistic optimizer oracl otel outer overhaul overhead overlap
11: overridden overwrit pan panda parallelizat parameteriz parenthes parenthesis paus pdf peer percentag perfect
11: period personal pg phas phon phras piec pill pixel placement playground playsinlin pluck plural pluraliz plus
11: pointer pop popper portabl portal positiv precedenc precompil predefin prepr presentat pretti prim prior prioritiz
11: probab processor prod productiviti progressiv propagat propshaft pseudo puma punctuat pur purg pytest qualifi rac
11: ran rc rearrang reboot receiver recip reconnect redbox redefin registrat releasenot reliabl reloader repl repli
11: replica reproduct req research reserv resolver responsibl restructur resum retain reusabl revamp revis reword
11: rework rick risk robust rotat rspack rtl rubocop ruff safeti sanitiz sanitizer sauc scan schedul scienc scor
11: scrollbar seamless see semicolon sentri seo september seri serializabl shak shard sharp sheet shop shorten shorter
11: shorthand showcas signup silent simulat simultaneous situat skeleton slid sm smooth sourcecontrol spawn specializ
11: specifical speech spinner sqlit squar stabiliz star stdout steer sti stock stori storybook streamlin stringifi
11: struct student stylelint subdirectori subdomain subfolder submenu submiss subnav subsequent subset substitut sudo
11: supabas supertoken supp supplier suppos suppress symlink synchroniz synchronous tailwindcss tak taken talk
11: teardown technical techniqu technologi tel tensor terminat terminologi textarea th thor threshold throughout
11: thumbnail tidi timelin timezon tini tm tmp toast toolchain topbar traditional train trait transactional transfer
11: transformat transparent travel traversal tri trick trim tsc tub twic ubuntu ujs un unabl unauthoriz uncommit
11: underlin unexpect uninstall unsaf unscop unsubscrib untitl upcom upstream utc v7 v8 vari variat varieti vector
11: verb verificat verifier viewer violat vis visitor visualizat visualizer vit vital vitest voic vscjava vsix
11: vulnerabiliti walk walkthrough watcher webkit wildcard win wip wish work worri worth x64 x86 xs zeitwerk zoom
12: aaron abc abli abs accelerat accelerometer acceptabl acceptanc accomplish acquir acquisit acronym actionabl
12: actioncabl actionmailer actiontext activejob activestorag adam addon addr adjacent adjustment ads advic agilitycm
12: agnostic aitk alberto alexander algebra algolia allowfullscreen alon alphabet alphabetical amazon ambiguous
12: ancestor anderson andi angl ansi ansibl ant apis approximat architectural argv arithmetic arm arm64 arrang arturo
12: asc ascend ascii aspect assumpt astro asus atomic attachabl attent audit august auth0 authoriz autopilot autosav
12: avif award awesom babelrc backport backslash backtick backtrack backup bailout ball bang baselin basenam believ
12: besid betta bfs bi bigint bisect bitbucket blam blockquot bob boilerplat bookmark bounc bp breakdown bridg
12: browserstack budget bulb bullet bunch busi butter buttercm c1 c2 cacheabl calc caller cameliz cancell candidat
12: canius cap capabl capt capybara careful carri cascad catchall caught caut ceil central centraliz chakra chanc
12: charg chart cheat checkstyl chines chosen chris claim classifi clickabl clippi closest closur cloudinari clutter
12: cmak coalesc codaci codeblock codecept codeql coerc collapsibl collat collectibl commonj comp compani complement
12: compliant complicat composer computat con concatenat concret conda conduct conf conform congratulat connectiviti
12: consecutiv consequenc considerat consult consumpt containeriz contentful continuat convenienc converter convex
12: cool corrupt cpptool craft creator criteria crop crud cs csr curat curl customizabl cve daemon daili dan dangerous
12: daniel darken dart darwin datatyp dbaeumer dbconsol deactivat deadlock deb debounc debugge december declarativ
12: decrement deduplicat deeper degre del deni deno dent dependabot deprecator descend descendant deserializat
12: destructur detach deviz devlow dict differentiat dig digital dim directional dirnam dispatcher disposit dns
12: docfind doctyp dotcm dotenv dotnettool downcas downgrad driver dropup drupal dry dt dumper easiest ecma
12: editingevolv editorconfig educator efficienci electronj ellipsis elsewher em emitter emoji emphasis emphasiz
12: employe emulat enablement encoder encryptor enrich eol equaliti equat erlang es5 eslintrc etag evaluator ex exc
12: exceed exclusiv exerciz existenc existent exp expandabl expectat expirat explorat exponentiat extensibl
12: extensionpack external1 external2 extraneous f5 fabric facebook facilitat factorial fair falsi fat fenc fieldset
12: fig finetun fiv fixup flak flake8 flat flavor followup forget forgot former formula fr frameborder frequenci fuck
12: fundamental furthermor fuzzi fwlink ga gain gam gat gather gcd gdb gemini gestur getter ghpr gid gist gitattribut
12: gl glamor glibc glossari glyph gnu gon goto grab gradual grain grant granular graphcm graphic grep groceri gsub
12: guarante gw gyroscop gzip h4 habtm half ham handbook handi handoff haskell hat health hear heartcor heroku
12: heuristic hexadecimal highest hood hopeful hotwir hr hsl hug hundr huski hybrid hyperlink hyphen ia ia32 ico ide
12: ident identical identificat idl ie10 ie9 im imagin impl implementor impli importmap inactiv inclusiv incompatibl
12: incomplet inconsistent incorporat infra ing initiat inspir instanceof integriti intelligenc intelligent
12: intentional interceptor interop intl introductori introvideo investigat invisibl invoic iron irrelevant iso
12: issuecomment italic iterabl iterativ januari japanes jasmin josh jpeg jsdoc kamal karma kept keymap klass kotlin
12: ks l10n la labeler lack laravel largest lat latter lcm leas legend let lg lib libvip lifo lightbulb lightningcss
12: lik livestream lldb lm logical longest lorem loss lost lot lsif lua maco magazin magick maintainer maintenanc
12: majoriti makeswift malicious mandatori mangl marionett markdownifi market marshal mask masthead matplotlib matt
12: maven maximiz mb mc meaningful measurement median memoizat mermaid meteor mi micro mid mingw minificat minimiz mit
12: mkdir ml mm mobx moderniz modulariz mon monei mongo mongodb mono monocl mot mountabl msg msys2 multibyt multip
12: multiplicat mustach mux mvc myapp na napi navigator ncc nearest needless negat netlifi neural newest nft nic nl
12: nodemon noiz normalizat notab notat notifier ns nu nuget numericaliti numerous observabiliti obtain octicon
12: october odd ol ollama olson ongo opera opportuniti orchestrat ordinal ordinari orm oss osx outcom outgo own pager
12: paid palindrom panic paralleliz paren participat partit partner pat pay payment performant permutat persistenc
12: personaliz physical pi plaintext player plot plug pluralizat pm pn poll popup pos possib possibiliti postpon
12: powershell practical preact preciz preconnect predict preloader prep preparat prerequisit primitiv principl prism
12: prismic privaci pro productiv profiler programmatical prominent promot proto provis prun ps pt pty pug pwa pwsh px
12: pytorch ql quantiti quantum quarter quiet rackup ractor rakefil rank rar ratio reactj realiz reapp reasonabl rebas
12: recognit recompil recover recreat redesign redhat reducer refinement reformat reland relax relevanc reliabiliti
12: relnot reloadabl rem remak remark remotehub reorganiz repeated rephras replai reproduc rerun responsibiliti
12: responsiveness reversibl reviewer revisit rewritten rfc rgba richer rjs robot room rpm rss ru rubo rubygem ruler
12: salt sam san sash satisfi saw scen scikit scissor scratch scrollabl selectiv selenium sendfil sequential setter
12: severiti sha sha1 sha256 shareabl shim shirt shit sho shortcod shuffl shutdown shuttl si sibl sidekiq sidenav
12: silicon similariti simon simplificat singleton sinon sitefiniti slack sleep slot slower smarter smith smoother
12: smtp snak sol somewher sorri sound spanish sparkl specificiti speedup spend spent spot spy squash sr srcset sst st
12: stabiliti stand standardiz stash stateful statistic stderr stdio stitch strai straight straightforward street
12: subhead substr subtask subtl subtract succ sufficient suitabl sun superclass surpriz surround sv svn swift swr
12: symboliz symmetric synchronizat tablet tail tailor taint tap tar td tdd te teach tech temp tenant testcas tester
12: tether tful thenabl thoma thought thousand thrown thumb ticket tier tighten timer tina tls tod todo toggler
12: tokenizat tomorrow ton toolbox toolsai toolset tor torch toward tr tracer trad traffic transformer transient
12: transport triag triangl trilogi trivial trix troubl truth truthi tshirt tslint tt tupl turborepo twb typeahead
12: typescriptlang typographi tz ua uglifi uid umbraco unari unauthenticat unavailabl uncach unchang uncheck unescap
12: unfortunat unhandl unicorn union uniq uniti universal unix unlik unload unlock unpack unprocessabl unpublish
12: unrelat unresolv unsav unsplash untrack untrust unwant unwrap uppercas ups upsert usabl userinterfac usr utf8 v13
12: v15 v6 vagrant validiti vanilla vcs venv verbositi versus vim vip visualiz vm vnu vot vscodeloc w64 wad waderyan
12: wasi weak webapp webini webpack5 websocket weekdai wherea win32 wir wordpress wrangler writabl xhr xss yeoman
12: yesterdai yo yous youtu yum zeit zod zsh
`;

const levels: ReadonlyMap<string, number> = new Map(
  table
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [level, ...words] = line.split(' ');
      return words.map((word) => [word, Number.parseInt(level ?? '', 10)] as const);
    }),
);

/** Calls that any program makes. */
const everydayCalls: ReadonlySet<string> = new Set([
  'addeventlistener',
  'appendchild',
  'classname',
  'console.log',
  'consolelog',
  'createelement',
  'document.createelement',
  'email',
  'fmt.println',
  'foreach',
  'indexof',
  'javascript',
  'jquery',
  'math.floor',
  'math.round',
  'maxvalue',
  'object.assign',
  'out.println',
  'parsefloat',
  'parseint',
  'setinterval',
  'settimeout',
  'startswith',
  'system.out',
  'tolowercase',
  'tostring',
  'touppercase',
]);

/** Where a program takes its input from: present in every example, telling little by itself. */
const inputSources: ReadonlySet<string> = new Set([
  'req.body',
  'req.params',
  'req.query',
  'request.args',
  'request.form',
  'request.get',
  'request.json',
  'request.post',
  'request.getparameter',
]);

export function factsOf(term: string): TermFacts {
  return {
    level: levels.get(term) ?? unknownFacts.level,
    isWeak: weakWords.has(term),
    isEverydayCall: everydayCalls.has(term),
    isInputSource: inputSources.has(term),
  };
}

/** All that have facts of their own. */
export function everydayWords(): readonly string[] {
  return [...levels.keys(), ...weakWords, ...everydayCalls, ...inputSources];
}
