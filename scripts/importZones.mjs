// The direction of imports: contract ← domain ← api ← stores ← screens ← pages ← app, components beside stores.
// Each zone explains its refusal. A zone: files of `target` import nothing of `from`, not even types. The names in `except` are allowed; they are
// relative to `from`.
const zone = (target, from, message, except = []) => ({ target, from, message, except })
const views = ['components', 'firstPage', 'screens', 'pages', 'packages']
const above = {
  contract: ['domain', 'platform', 'api', 'stores', ...views, 'i18n', 'theme'],
  domain: ['platform', 'api', 'stores', ...views, 'i18n', 'theme'],
  i18n: ['platform', 'api', 'stores', ...views, 'theme'],
  api: ['stores', ...views, 'theme'],
  stores: [...views, 'theme'],
  components: ['api', 'stores', 'firstPage', 'screens', 'pages', 'packages'],
  platform: ['api', 'stores', ...views],
  firstPage: ['components', 'screens', 'pages', 'packages'],
  screens: ['pages', 'packages'],
  packages: ['pages'],
}
const why = {
  contract: 'The contract is shared with the server, so it imports no other room.',
  domain: 'The domain holds only rules: no platform, no words, no screens.',
  i18n: 'Words are data and import neither stores nor screens.',
  api: 'The api layer serves the stores and never imports them.',
  stores: 'Stores never import screens: screens and pages observe stores.',
  components: 'Components take only props. Code that needs the api is a store; code that needs a store is a screen.',
  platform: 'The platform is a port and imports neither screens nor stores.',
  firstPage: 'The first page runs before the app and draws none of its screens.',
  screens: 'A page shows a screen; a screen never imports a page.',
  packages: 'A package never imports a page of the main package: put shared parts into a screen.',
}
/** Folders of screens that all subjects share; every other folder belongs to one subject. */
const sharedScreens = ['app', 'items', 'messengers', 'page']
const layers = Object.entries(above).flatMap(([layer, list]) =>
  list.map((from) => zone(`src/${layer}`, `src/${from}`, why[layer])),
)

/* The server: database ← queries ← services ← routes ← app. Each room and the rooms that it never imports. */
const serverRooms = [
  'database',
  'queries',
  'policies',
  'services',
  'presenters',
  'http',
  'web',
  'routes',
  'jobs',
  'live',
  'previews',
  'storage',
  'messengers',
  'operation',
  'demo',
  'admin',
]
/* Shared by all of them: actors, keys, settings, the clock. */
const serverGround = ['actors', 'crypto', 'config', 'limits', 'time', 'remote']
const serverAllBut = (...rooms) => serverRooms.filter((room) => !rooms.includes(room))
const serverNever = {
  database: serverAllBut('database'),
  queries: serverAllBut('queries', 'database', 'policies'),
  services: ['presenters', 'http', 'web', 'routes', 'jobs', 'live', 'operation', 'demo'],
  presenters: serverAllBut('presenters', 'policies', 'queries', 'previews'),
  http: ['database', 'queries', 'policies', 'web', 'routes', 'jobs', 'operation', 'demo'],
  web: ['database', 'queries', 'policies', 'routes', 'jobs', 'operation', 'demo'],
  routes: ['database', 'queries', 'policies', 'jobs', 'operation', 'demo'],
  jobs: ['presenters', 'http', 'web', 'routes', 'live', 'operation', 'demo'],
  live: ['presenters', 'http', 'web', 'routes', 'jobs', 'operation', 'demo'],
  previews: ['services', 'presenters', 'http', 'web', 'routes', 'live', 'operation', 'demo'],
  storage: serverAllBut('storage', 'database'),
  messengers: serverAllBut('messengers', 'database'),
  operation: ['presenters', 'http', 'web', 'routes', 'demo', 'admin'],
  ...Object.fromEntries(serverGround.map((room) => [room, serverAllBut('database', 'storage', 'jobs')])),
}
const serverWhy = {
  database: 'The database room holds tables and transactions; SQL for a purpose is a query.',
  queries: 'Queries are SQL with typed rows and import no room that uses them.',
  services:
    'Services do the work of the drive for routes and jobs. They return facts, import neither requests nor jobs, and add jobs through a port.',
  presenters: 'Presenters turn facts into answers and fetch nothing.',
  http: 'HTTP handles requests and answers: the work of the drive is in services, and the pages that the server sends are in web.',
  web: 'Pages embed the answers of calls: the work of the drive is in services.',
  routes: 'Routes parse, call a service and present: SQL is in queries, rights are in policies, and services add jobs.',
  jobs: 'Jobs call services, as routes do; jobs and routes never import each other.',
  live: 'Live notifies lists of changes and imports nothing of requests.',
  previews: 'Previews are made for any caller and import neither requests nor services.',
  storage: 'Storage stores blobs and locks uploads, and imports nothing of the drive.',
  messengers: 'Clients of messengers import nothing of the drive.',
  operation: 'Operation watches, backs up and checks the server for its operator, and imports nothing of requests.',
  ...Object.fromEntries(
    serverGround.map((room) => [room, 'All rooms of the server import this one, so it imports none of them.']),
  ),
}
const serverZones = [
  ...Object.entries(serverNever).flatMap(([room, list]) =>
    list.map((from) => zone(`server/${room}`, `server/${from}`, serverWhy[room])),
  ),
  ...serverRooms.flatMap((room) =>
    ['app', 'compose', 'main'].map((file) =>
      zone(
        `server/${room}`,
        `server/${file}.ts`,
        'The server is composed above its rooms, so no room imports that code.',
      ),
    ),
  ),
  zone('server/queries', 'server/policies', 'A query may import the types of facts; rights are decided above it.', [
    'access/facts.ts',
  ]),
  zone('server/policies', 'server', 'Policies decide on plain facts that the caller has fetched.', [
    'policies',
    'actors',
  ]),
  ...['queries', 'presenters'].map((room) =>
    zone(
      `server/${room}`,
      'server/dependencies.ts',
      'Queries and presenters take facts and a database as arguments, not parts of the server.',
    ),
  ),
  zone('server/policies', 'src', 'Policies import only the contract and the domain.', ['contract', 'domain']),
]

/** Errors of the port that the first page does without. */
const laterFailures = ['fileFailures.ts', 'privacyFailures.ts']

const zones = [
  ...layers,
  zone('src/api', 'src/platform', 'Import only the port: app.tsx chooses its implementation.', [
    'Platform.ts',
    'canceler.ts',
  ]),
  zone('src/stores', 'src/platform', 'Import only the port: app.tsx chooses its implementation.', [
    'Platform.ts',
    'canceler.ts',
    ...laterFailures,
  ]),
  zone('src/components', 'src/platform', 'Components never call the phone: pass differences as props.', [
    'Platform.ts',
  ]),
  ...['screens', 'pages', 'packages'].map((room) =>
    zone(`src/${room}`, 'src/platform', 'Screens and pages reach the phone through the stores.', [
      'Platform.ts',
      ...laterFailures,
      // Pages that only a browser has, with addresses of their own.
      ...(room === 'packages' ? ['h5/documentAccess.ts', 'h5/router/innerAddress.ts'] : []),
    ]),
  ),
  ...sharedScreens.map((room) =>
    zone(
      `src/screens/${room}`,
      'src/screens',
      'A screen that subjects share imports none of their screens.',
      sharedScreens,
    ),
  ),
  zone('src', 'server', 'The client never imports the server.'),
  zone('server', 'src', 'The server shares only the contract, the domain and the words of errors.', [
    'contract',
    'domain',
    'i18n/errors',
  ]),
  ...serverZones,
]

/** The reasons why a file may not import another. @param file @param imported paths from the root, with `/` */
export function refusals(file, imported) {
  return zones
    .filter(
      ({ target, from, except }) =>
        isIn(file, target) && isIn(imported, from) && !except.some((one) => isIn(imported, `${from}/${one}`)),
    )
    .map(({ message }) => message)
}

function isIn(file, place) {
  return file === place || file.startsWith(`${place}/`)
}
