// The direction of imports: contract ← domain ← api ← stores ← screens ← pages ← app, components beside stores.
// Each zone explains its refusal. A zone: files of `target` import nothing of `from`, not even types, except the names in `except`, which are relative to `from`.
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
  contract: 'The contract knows nothing above it: it is the wire, shared with the server.',
  domain: 'The domain holds the rules alone: no platform, no words, no screens.',
  i18n: 'Words are data: they know neither stores nor screens.',
  api: 'The api layer serves the stores; it never calls up.',
  stores: 'Stores know no screens: screens and pages observe them.',
  components: 'Components take props; what needs the api is a store, what needs a store is a screen.',
  platform: 'The platform is a port: it knows no screen and no store.',
  firstPage: 'The first page runs before the app, and starts what follows it: it draws no screen of the app.',
  screens: 'A screen knows no page: the page shows the screen.',
  packages: 'A page of the main package is no part of another package: what both need is a screen.',
}
/** Screens that all subjects share; the others each belong to one subject. */
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
  'demo',
  'admin',
]
/* Shared by all of them: actors, keys, settings, the clock. */
const serverGround = ['actors', 'crypto', 'config', 'limits', 'time', 'remote']
const serverAllBut = (...rooms) => serverRooms.filter((room) => !rooms.includes(room))
const serverNever = {
  database: serverAllBut('database'),
  queries: serverAllBut('queries', 'database', 'policies'),
  services: ['presenters', 'http', 'web', 'routes', 'jobs', 'live', 'demo'],
  presenters: serverAllBut('presenters', 'policies', 'queries', 'previews'),
  http: ['database', 'queries', 'policies', 'web', 'routes', 'jobs', 'demo'],
  web: ['database', 'queries', 'policies', 'routes', 'jobs', 'demo'],
  routes: ['database', 'queries', 'policies', 'jobs', 'demo'],
  jobs: ['presenters', 'http', 'web', 'routes', 'live', 'demo'],
  live: ['presenters', 'http', 'web', 'routes', 'jobs', 'demo'],
  previews: ['services', 'presenters', 'http', 'web', 'routes', 'live', 'demo'],
  storage: serverAllBut('storage', 'database'),
  messengers: serverAllBut('messengers', 'database'),
  ...Object.fromEntries(serverGround.map((room) => [room, serverAllBut('database', 'storage', 'jobs')])),
}
const serverWhy = {
  database: 'The database knows tables and transactions: what is asked of it are queries.',
  queries: 'Queries are SQL with typed rows: what they are used for is decided above them.',
  services:
    'Services are what the drive does, whoever asks: they answer with facts and know no request and no job. They add jobs through their port.',
  presenters: 'Presenters make answers of facts and ask nothing.',
  http: 'HTTP carries questions and answers: what the drive does is a service, and the pages that it sends are in web.',
  web: 'Pages carry answers of the same calls: what the drive does is a service.',
  routes:
    'Routes parse, call a service and present: SQL is in queries, rights are in policies, work for later is a service.',
  jobs: 'Jobs call services, as routes do: neither needs the other.',
  live: 'Live tells lists that something changed: it knows no request.',
  previews: 'Previews are made for whoever asks: they know no request and no act of the drive.',
  storage: 'Storage keeps blobs and locks uploads: it knows nothing of the drive.',
  messengers: 'Clients of messengers know nothing of the drive.',
  ...Object.fromEntries(
    serverGround.map((room) => [room, 'All rooms of the server use this one: it uses none of them.']),
  ),
}
const serverZones = [
  ...Object.entries(serverNever).flatMap(([room, list]) =>
    list.map((from) => zone(`server/${room}`, `server/${from}`, serverWhy[room])),
  ),
  ...serverRooms.flatMap((room) =>
    ['app', 'compose', 'main'].map((file) =>
      zone(`server/${room}`, `server/${file}.ts`, 'The server is put together above its rooms.'),
    ),
  ),
  zone('server/queries', 'server/policies', 'A query may know the types of facts; rights are decided above it.', [
    'access/facts.ts',
  ]),
  zone('server/policies', 'server', 'Policies decide on plain facts: whoever asks has fetched them.', [
    'policies',
    'actors',
  ]),
  ...['queries', 'presenters'].map((room) =>
    zone(`server/${room}`, 'server/dependencies.ts', 'Facts and a database are arguments: no part of the server is.'),
  ),
  zone('server/policies', 'src', 'Policies know the contract and the domain alone.', ['contract', 'domain']),
]

const zones = [
  ...layers,
  zone('src/api', 'src/platform', 'Only the port: what runs behind it is chosen in app.tsx.', [
    'Platform.ts',
    'canceler.ts',
  ]),
  zone('src/stores', 'src/platform', 'Only the port: what runs behind it is chosen in app.tsx.', [
    'Platform.ts',
    'canceler.ts',
  ]),
  zone('src/components', 'src/platform', 'Components ask no phone: what differs comes as a prop.', ['Platform.ts']),
  ...['screens', 'pages', 'packages'].map((room) =>
    zone(`src/${room}`, 'src/platform', 'Screens and pages reach the phone through the stores.', ['Platform.ts']),
  ),
  ...sharedScreens.map((room) =>
    zone(`src/screens/${room}`, 'src/screens', 'A screen that subjects share knows none of them.', sharedScreens),
  ),
  zone('src', 'server', 'What reaches a phone never imports the server.'),
  zone('server', 'src', 'The server shares the contract, the domain and the words of errors, nothing else.', [
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
