/**
 * Different words for one thing. Each line is a concept; its phrases are `|`-separated and may have up to
 * three words. Patterns and questions both receive the concept, so "log in as a customer" meets "impersonation".
 */
export const conceptLines = `
security: insecure | security | vulnerable | vulnerability | attack | attacker | exploit | malicious | untrusted | injection | bypass | unauthorized | tainted | sensitive | hijack | hijacking | spoofing | spoof | unsafe | threat | weakness | compromise | tamper | hacker | hostile | owasp | cve
look: css | font | fonts | colour | color | colours | icon | icons | tooltip | layout | responsive | align | alignment | centre | center | margin | typography | theme | dark mode | animation | animate | wallpaper | poster | placeholder text | favicon | navbar | sidebar | footer | headline | headings | heading | translate | translation | spelling | typo | wording | misspelled | grammar | jsdoc | docstring | docstrings | readme | changelog | storybook | illustration | logo | stylesheet | flexbox | px | bold | italic | hover | thank you | spinner | label
record: booking | reservation | order details | invoice | invoices | receipt | appointment | appointments | medical record | prescription | shipment | payslip | payroll | bank statement | contract | insurance claim | transcript | customer record | patient | order history | purchase | tax return
owner: owner | ownership | belongs to | belong | someone else | somebody else | another user | other user | other people | who is asking | caller | mine
tenant: tenant | tenancy | multitenant | saas | organization | organisation | org | workspace | company | companies | shared database | many customers | several customers | multiple customers | each customer | b2b | cross tenant
job: background job | background task | background worker | worker | celery | sidekiq | bullmq | rq | resque | hangfire | cron | task queue | message queue | consumer | kafka | sqs | rabbitmq | delayed job | async job | queue worker | shared_task | perform_later | perform_async | job
later: schedule | scheduled | later | tomorrow | recurring | delayed | hours later | deferred | queued | nightly
invite: invite | invitation | invited | inviting | inviter
softdelete: soft delete | softdelete | deleted_at | archive instead | archived | trash | recycle bin | deactivate | deactivated | tombstone | logical delete | is_deleted | hidden instead
admin: admin | administrator | backoffice | back office | superuser | staff | operator | moderator | internal tool | admin panel | control panel
role: role | permission | privilege | rbac | entitlement | acl | access right | authz
authz: authorization | authorisation | authorize | authorise | authorized | unauthorized | authz | access control | permission check | allowed to
authn: authentication | authenticate | authenticated | unauthenticated | authn
graphql: graphql | gql | resolver | resolvers | apollo | relay | mutation | dataloader
serveraction: server action | use server | form action | server function | server component
presign: presigned | pre signed | signed url | temporary link | temporary url | sas token | signed link | getsignedurl | presign
bucket: s3 | bucket | gcs | blob storage | object storage | cloud storage | minio | r2
upload: upload | uploaded | uploads | uploading | multipart | multer | attachment | profile picture | avatar | move_uploaded_file | multipartfile | drag and drop
download: download | downloads | send_file | sendfile | serve file | serve files | served
massassign: mass assignment | overposting | over posting | autobinding | model binding | request body | json body | req body | fillable | permit! | whole body | fills the model | fill the model
exposure: serializer | serialize | tojson | response model | public profile | as json | to_dict | jsonify | dto
clientside: front end | frontend | client side | browser only | hidden field | hide | disabled button | menu | react app | spa
bulk: bulk | batch | array of ids | list of ids | many at once | mass update | select all | ids
nested: nested | parent | child | sub resource
realtime: websocket | websockets | socket io | socketio | sse | server sent events | realtime | real time | live update | live updates | pubsub | pub sub | join room | chat room | signalr | actioncable
cache: cache | cached | caching | redis | memcached | memoize | memcache | lru
share: share link | public link | shared link | anyone with the link | without an account | guest | unlisted | shareable
impersonate: impersonate | impersonation | login customer | login user | login as | act as | switch user | masquerade | become user | on behalf of
workflow: wizard | checkout | workflow | approval | approve | state machine | multi step | steps | status change
apikey: api key | api keys | apikey | x api key | personal access token | scope | scopes | service account
gateway: gateway | microservice | microservices | service to service | internal service | x user id | trusted header | sidecar | mesh
login: login | signin
signup: signup | register | registration
password: password | passwords | passwd | pwd | passphrase | credentials | credential
pwhash: bcrypt | argon2 | scrypt | pbkdf2 | password_hash | password hash | hash passwords | salt
reset: password reset | reset password | forgot password | forgot | forgotten | account recovery | recover account | reset link | reset token | lost password
session: session | sessions | session id | session identifier | phpsessid | sid
cookie: cookie | cookies | set cookie | httponly | samesite
jwt: jwt | jwts | json web token | bearer | jose | jwks | rs256 | hs256 | id token | access token
logout: logout | signout | session timeout
oauth: oauth | oauth2 | oidc | openid | social login | sign in with google | login with github | sso | single sign on | authorization code | pkce | redirect_uri | identity provider
mfa: mfa | 2fa | totp | otp | two factor | second factor | authenticator | one time code | one time password | six digit | verification code | webauthn | passkey
brute: brute force | credential stuffing | stuffing | login attempts | attempts | lockout | password spraying | guess | guessing | pin
enumeration: enumeration | enumerate | e mail exists | email exists | account exists | unknown user | whether the account
revoke: revoke | revoked | revocation | stale | removed | fired | offboarding | expired | still works | still valid
hardcoded: hard coded | hardcoded | secret key | api secret | live key | connection string | secret in code | credentials in code | embedded secret | hardcode
sql: sql | sqli | select from | insert into | where clause | order by | mysql | postgres | postgresql | sqlite | sqlite3 | jdbc | prepared statement | raw query | cursor | executequery | db.query | sqlcommand
nosql: nosql | mongo | mongodb | mongoose | findone | document database | dynamodb | firestore | couchdb
shell: shell | command line | os command | subprocess | child process | child_process | exec | execsync | os.system | system command | popen | spawn | shell_exec | run a command | run command | external program | external command | ffmpeg | imagemagick | ping | bash | processbuilder | cli tool
xss: xss | cross site scripting | innerhtml | dangerouslysetinnerhtml | html_safe | mark_safe | html escape | escape html | unescaped | v html | render html | raw html | html from | as html | insertadjacenthtml | document.write | sanitize html
markdown: markdown | rich text | wysiwyg | marked
template: template injection | ssti | jinja | jinja2 | twig | handlebars | ejs | erb | freemarker | velocity | thymeleaf | render_template_string | email template | mail merge | template engine
eval: eval | new function | dynamic code | formula | expression evaluation | code injection | user script | user scripts | plugin | plug in | rule engine | sandbox | evaluate
path: path traversal | directory traversal | traversal | file name | filename | dot dot | file path | path join | path.join | os.path.join | sendfile | readfile | file_get_contents | base directory
archive: zip | unzip | tar | tarball | untar | archive file | extract | extractall | unpack | decompress | gzip | zipfile | tarfile | zip slip
xml: xml | xxe | dtd | soap | doctype | documentbuilder | external entity | lxml | saxparser | simplexml | svg
ldap: ldap | active directory | company directory | distinguished name | directorysearcher | xpath
crlf: crlf | header injection | response splitting | line break | newline | content disposition | email header | contact form
csv: csv | spreadsheet | excel | xlsx | csv injection | formula injection | comma separated
deser: deserialize | deserialization | deserialisation | unserialize | pickle | unpickle | marshal | objectinputstream | readobject | binaryformatter | yaml.load | gadget | pickle.loads | object stream
reflect: reflection | class.forname | getattr | by name | dynamic dispatch | instantiate | constantize
proto: prototype pollution | __proto__ | prototype | deep merge | lodash merge
regex: regex | regexp | regular expression | redos | backtracking | re.match | pattern.compile
redirect: redirect | redirects | return url | returnurl | next parameter | send back | open redirect | redirect_to | continue parameter
ssrf: ssrf | server side request | fetch url | fetch a url | link preview | from url | from a url | web address | image url | remote url | metadata service | url that a user | unfurl | url given | by url | user supplied url
webhook: webhook | webhooks | callback url | event delivery | hook | callback
csrf: csrf | xsrf | forgery | cross site request | anti forgery | antiforgery | csrf_exempt
cors: cors | cross origin | access control allow origin | allow origin | other domain | other domains | preflight
frame: iframe | clickjacking | frame | frames | x frame options | frame ancestors | embed our | embedded in
csp: csp | content security policy | security headers | helmet
postmessage: postmessage | post message | window message | addeventlistener message | message event
webstorage: localstorage | local storage | sessionstorage | session storage | indexeddb | keychain | browser storage | asyncstorage
random: random | randomness | math.random | rand | prng | predictable | guessable | unguessable | uuid | nonce | entropy | seed
weakalgo: md5 | sha1 | sha 1 | des | 3des | rc4 | weak hash | weak cipher | broken hash | legacy algorithm
encrypt: encrypt | encryption | encrypted | decrypt | aes | cipher | ecb | cbc | gcm | iv | initialization vector | cryptography | crypto
tls: tls | ssl | certificate | certificates | self signed | verify false | insecureskipverify | rejectunauthorized | hostname verification | mitm
cleartext: cleartext | plaintext | plain text | plain http | unencrypted | in the clear | over http | without encryption | ftp | telnet
pii: pii | personal data | gdpr | privacy | social security | ssn | card number | credit card | passport | health data | personal information | sensitive data
timing: timing attack | constant time | timing safe | compare_digest | timingsafeequal | hash_equals | timing
signature: signature | signatures | hmac | signed | verify signature | tampered | tampering
debug: debug mode | debug | debugger | stack page | development server | production deploy | deploy to production
errors: stack trace | stacktrace | traceback | exception | exceptions | error handler | error message | error handling
failopen: fail open | fails open | fail closed | default allow | swallow | unreachable | cannot be reached | unavailable | continue anyway | let the request
logs: log | logs | logger | logging | logged
audit: audit | audit log | audit trail | who changed | history of changes | repudiation | non repudiation | accountability | traceability
cloud: terraform | aws | iam | cloudformation | kubernetes | k8s | infrastructure | security group | public bucket | azure | gcp
container: docker | dockerfile | container | containers | root user | privileged | least privilege | docker compose | helm
ci: github actions | github workflow | ci | ci cd | pipeline | jenkins | gitlab ci | pull request from fork | pull_request_target | workflows
dependency: dependency | dependencies | npm | pip | npm install | pip install | third party package | supply chain | typosquatting | lockfile | lock file | sbom | requirements.txt | outdated library
updater: self update | auto update | updater | self updater | firmware | download and run | code signing | integrity check
monitoring: actuator | metrics | pprof | swagger | heap dump | phpinfo | prometheus | graphiql
proxyip: x forwarded for | client ip | ip address | trust proxy | behind nginx | load balancer | real ip | reverse proxy
ratelimit: rate limit | rate limiting | rate limiter | ratelimit | throttle | throttling | quota | flood | dos | ddos | abuse | too many requests | in a loop | run up
bigsize: pagination | page size | limit parameter | body size | large payload | huge | unbounded | out of memory | memory exhaustion | max size | no limit
recursion: recursion | recursive | recursively | infinite loop | cyclic | depth | deeply nested | stack exhaustion
leak: resource leak | handle leak | file handle | file descriptor | connection leak | not closed | unclosed | never closed
timeout: timeout | timeouts | timed out | times out | hang | hangs | slow service | slow third | retry | retries | circuit breaker
race: race | race condition | concurrent | concurrency | concurrently | parallel requests | simultaneous | toctou | atomic | double spend | lost update | at the same time | check then
money: balance | wallet | withdraw | withdrawal | payment | payments | charge | refund | voucher | coupon | gift card | credits | transfer money | stock | inventory
idempotent: idempotent | idempotency | twice | duplicate | double submit | replay | replayed | redelivered | exactly once
llm: llm | llms | gpt | chatgpt | openai | anthropic | claude | chatbot | language model | generative ai | langchain | ai assistant | ai agent | copilot | gemini | ollama
prompt: prompt | prompts | system prompt | prompt injection | jailbreak | instructions
agent: agent | agents | autonomous | tool call | tool calls | function calling | tool calling | assistant
rag: rag | retrieval augmented | vector search | vector store | vector database | embedding | embeddings | semantic search | pinecone | pgvector
mcp: mcp | model context protocol | mcp server | mcp.json | mcp tool
toolpoison: tool poisoning | tool description | tool descriptions | poisoned tool | rug pull
buffer: buffer | buffers | buffer overflow | overflow | overrun | strcpy | memcpy | strcat | sprintf | gets | outofbounds | out of bounds | bounds check | fixed size | char buf | bounds
free: useafterfree | uaf | freed | dangling | dangling pointer | double free | after delete | free twice
nullptr: null pointer | nullptr | null dereference | nil pointer | null check | segfault | nullpointerexception | segmentation fault
intover: integer overflow | wraparound | wrap around | underflow | truncation | signed unsigned | sizeof | size_t
fmtstring: format string | printf | fprintf | syslog | snprintf
uninit: uninitialized | uninitialised | padding | garbage value
ffi: ffi | unsafe | raw pointer | raw pointers | c library | bindings | transmute | extern c | cgo
thread: thread | threads | goroutine | goroutines | mutex | data race | multithreaded | deadlock
tempfile: temporary file | temp file | tmp | tmpnam | mktemp | tempfile | mkstemp
fileperm: chmod | file permission | file permissions | world readable | umask | 0777 | 777 | 0o777
symlink: symlink | symbolic link | toctou | setuid | o_nofollow | link following
malloc: malloc | realloc | calloc | alloc | heap | allocation
`;
