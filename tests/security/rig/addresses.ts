import { openCalls, type OpenCallName } from '@/contract/applications'
import type { Door, Need } from './oracle'
import type { Person } from './people'
import { typedIdOf, type Thing, type ThingKind } from './things'
import type { World } from './World'

/** A path with its query, below the server's address. */
export interface Sent {
  path: string
  headers?: Record<string, string>
  body?: string
}

/** An address outside the contract: how it is requested, and the right that it needs. */
export interface Address {
  /** All registered methods; each is tried. */
  methods: readonly string[]
  door: Door
  /** The address is signed for the person, as if they had had the right when requesting it. */
  isSigned?: true
  kinds: readonly ThingKind[]
  need: Need
  /** Things that the address accepts; all others are refused. */
  fits?: (thing: Thing) => boolean
  /** The reason why nobody succeeds here, and the test that shows a success. */
  unproved?: string
  send(world: World, person: Person, thing: Thing): Promise<Sent> | Sent
}

const files = ['file', 'nothing'] as const
const ofUpload = { door: 'usable', kinds: ['upload', 'nothing'], need: { of: ['own'], act: 'look' } } as const
const read = ['GET', 'HEAD']

function signed(
  world: World,
  { name }: Person,
  path: string,
  query: Record<string, string | number | undefined>,
): Sent {
  return { path: world.server.deps.sign.address(path, query, world.keyOf(name)) }
}

const version = ({ id, versionKey }: Thing) => ({ file_id: id, file_version_key: versionKey ?? 'none' })

/**
 * Calls of applications. A session gives no access to them, whatever thing the request names.
 * Tests of tokens: tests/security/applications/applications.test.ts.
 */
function ofApplications(): Record<string, Address> {
  const found: Record<string, Address> = {}
  for (const name of Object.keys(openCalls) as OpenCallName[]) {
    const [method = '', path = ''] = name.split(' ')
    const url = `/api${path.replace(/\{(\w+)\}/g, ':$1')}`
    found[url] = {
      methods: [...(found[url]?.methods ?? []), ...(method === 'GET' ? read : [method])],
      door: 'application',
      kinds: path.includes('/folder/') ? ['folder', 'nothing'] : files,
      need: 'open',
      send: (_world, _person, { id }) => ({
        path: `${url.replace(':id', String(id))}?file_id=${id}`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ parent_id: id, name: 'new.txt', upload_type: 'api', target_folder_path: 'a' }),
      }),
    }
  }
  return found
}

/** Addresses by their registered route. */
export const addresses: Record<string, Address> = {
  ...ofApplications(),
  '/api/v2/*': {
    methods: [...read, 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    door: 'application',
    kinds: ['nothing'],
    need: 'open',
    send: () => ({ path: '/api/v2/apps/files/get_info', headers: { 'content-type': 'application/json' }, body: '{}' }),
  },
  // Tokens of enterprises: tests/security/applications/assertions.test.ts.
  '/api/v2/admin/*': {
    methods: [...read, 'POST', 'PUT', 'PATCH', 'DELETE'],
    door: 'application',
    kinds: ['nothing'],
    need: 'open',
    send: () => ({ path: '/api/v2/admin/user/1/info', headers: { 'content-type': 'application/json' }, body: '{}' }),
  },
  '/api/v2/file/upload/content': {
    methods: ['POST'],
    door: 'application',
    kinds: ['upload', 'nothing'],
    need: 'open',
    send: (world, person, { id }) => ({
      ...signed(world, person, '/api/v2/file/upload/content', { upload_id: id }),
      headers: { 'content-type': 'multipart/form-data; boundary=b' },
      body: '--b\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--b--\r\n',
    }),
  },
  '/oauth/token': {
    methods: ['POST'],
    door: 'application',
    kinds: ['nothing'],
    need: 'open',
    send: () => ({
      path: '/oauth/token',
      headers: { 'content-type': 'application/json' },
      body: '{"grant_type":"client_credentials","user":"x"}',
    }),
  },
  '/oauth/token/revoke': {
    methods: ['POST'],
    door: 'application',
    kinds: ['nothing'],
    need: 'open',
    send: () => ({
      path: '/oauth/token/revoke',
      headers: { 'content-type': 'application/json' },
      body: '{"token":"x"}',
    }),
  },
  '/api/apps/files/download/content': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: files,
    need: { of: ['item_download'], act: 'download' },
    send: (world, person, thing) => signed(world, person, '/api/apps/files/download/content', version(thing)),
  },
  '/api/apps/representations/download': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: files,
    need: { of: ['item_preview'], act: 'preview' },
    // No converter runs here.
    fits: ({ state }) => state !== 'office' && state !== 'online',
    send: (world, person, thing) =>
      signed(world, person, '/api/apps/representations/download', { kind: 'pdf', ...version(thing) }),
  },
  '/api/apps/representations/office': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: files,
    need: { of: ['item_preview'], act: 'preview' },
    fits: ({ state }) => state === 'office',
    send: (world, person, thing) => signed(world, person, '/api/apps/representations/office', version(thing)),
  },
  '/api/yiqixie/access': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: files,
    need: { of: ['item_preview'], act: 'preview' },
    fits: ({ state }) => state === 'online',
    send: (world, person, thing) => signed(world, person, '/api/yiqixie/access', version(thing)),
  },
  '/documents/socket': {
    methods: ['GET'],
    door: 'public',
    kinds: ['nothing'],
    need: 'open',
    unproved: 'it answers the offer of a WebSocket only; tests/security/documents/socket.test.ts',
    send: () => ({ path: '/documents/socket' }),
  },
  ...Object.fromEntries(
    ['/healthz', '/readyz'].map((path): [string, Address] => [
      path,
      // Looks at no session, as a signed address.
      { methods: read, door: 'public', isSigned: true, kinds: ['nothing'], need: 'open', send: () => ({ path }) },
    ]),
  ),
  '/api/apps/documents/pictures': {
    methods: ['POST'],
    door: 'public',
    kinds: ['nothing'],
    need: 'silent',
    unproved: 'it needs the token of a text; tests/security/documents/pictures.test.ts',
    send: () => ({
      path: '/api/apps/documents/pictures',
      headers: { 'content-type': 'image/png', 'document-access': 'none' },
      body: 'no picture',
    }),
  },
  '/api/apps/documents/pictures/:picture': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: ['nothing'],
    need: 'silent',
    unproved: 'there are no pictures; tests/security/documents/pictures.test.ts',
    send: (world, person, { id }) => {
      const { path } = signed(world, person, '/api/apps/documents/pictures', { file_id: id })
      return { path: path.replace('?', `/${'A'.repeat(22)}?`) }
    },
  },
  // Without an office service nobody gets anything here: tests/security/office.
  ...Object.fromEntries(
    ['', '/contents'].map((path): [string, Address] => [
      `/wopi/files/:id${path}`,
      {
        methods: ['GET', 'POST'],
        door: 'public',
        isSigned: true,
        kinds: files,
        need: 'silent',
        unproved: 'no office service is configured; tests/security/office/host.test.ts',
        send: (_world, _person, { id }) => ({ path: `/wopi/files/${id}${path}?access_token=none` }),
      },
    ]),
  ),
  '/office/:id': {
    methods: ['GET'],
    door: 'public',
    kinds: files,
    need: 'silent',
    unproved: 'no office service is configured; tests/security/office/host.test.ts',
    send: (_world, _person, { id }) => ({ path: `/office/${id}` }),
  },
  '/api/pack_download/content': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: ['file', 'folder', 'pack', 'nothing'],
    need: { of: ['item_download'], act: 'pack' },
    async send(world, person, thing) {
      const isItem = thing.kind === 'file' || thing.kind === 'folder'
      const pack_id = isItem ? await world.pack(person.name, Number(thing.id)) : thing.id
      return signed(world, person, '/api/pack_download/content', { pack_id })
    },
  },
  '/api/apps/files/save': {
    methods: read,
    door: 'public',
    kinds: files,
    // The answer passes on a signed address, which the server checks when somebody opens it.
    need: 'open',
    send(world, person, thing) {
      const { path } = signed(world, person, '/api/apps/files/download/content', version(thing))
      return { path: `/api/apps/files/save?to=${encodeURIComponent(path)}` }
    },
  },
  '/api/apps/files/upload': {
    ...ofUpload,
    methods: ['POST'],
    send: (world, person, { id }) => ({
      ...signed(world, person, '/api/apps/files/upload', { upload_id: id }),
      headers: { 'content-type': 'application/octet-stream', 'x-file-name': 'new.txt' },
      body: 'abc',
    }),
  },
  '/api/apps/files/tus/:id': {
    ...ofUpload,
    methods: ['OPTIONS', 'HEAD', 'PATCH', 'DELETE', 'POST'],
    send: (_world, _person, { id }) => ({
      path: `/api/apps/files/tus/${id}`,
      headers: {
        'tus-resumable': '1.0.0',
        'upload-offset': '0',
        // Only for POST.
        'x-http-method-override': 'HEAD',
        'content-type': 'application/offset+octet-stream',
      },
      body: 'abc',
    }),
  },
  '/api/apps/files/tus': {
    methods: ['OPTIONS'],
    door: 'public',
    kinds: ['nothing'],
    need: 'open',
    send: () => ({ path: '/api/apps/files/tus' }),
  },
  '/api/apps/users/pic_download': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: ['nothing'],
    need: 'open',
    send: (world, person) =>
      signed(world, person, '/api/apps/users/pic_download', { user_id: 1, profile_pic_key: 'none' }),
  },
  '/api/apps/comments/create_voice': {
    methods: ['POST'],
    door: 'usable',
    kinds: ['file', 'folder', 'nothing'],
    need: { of: ['item_create_comment'], act: 'talk' },
    unproved: 'the sent bytes are no sound; tests/server/comments/voices.test.ts',
    send: (_world, _person, thing) => ({
      path: `/api/apps/comments/create_voice?item_typed_id=${typedIdOf(thing)}`,
      headers: { 'content-type': 'audio/mpeg' },
      body: 'no sound',
    }),
  },
  '/api/apps/comments/voice_download': {
    methods: read,
    door: 'public',
    isSigned: true,
    kinds: ['nothing'],
    need: 'silent',
    unproved: 'there are no recordings; tests/server/comments/voices.test.ts',
    send: (world, person, { id }) => signed(world, person, '/api/apps/comments/voice_download', { comment_id: id }),
  },
  '/api/enterprise/pic_download': {
    methods: read,
    door: 'public',
    kinds: ['nothing'],
    // The page of a link shows the enterprise's logo to strangers; the key of the logo cannot be guessed.
    need: 'open',
    send: () => ({ path: '/api/enterprise/pic_download?enterprise_id=1&profile_pic_key=none' }),
  },
  // Signing on at a provider leads everybody somewhere, without a session: tests/security/session/signOn.test.ts.
  ...Object.fromEntries(
    ['start', 'callback', 'out'].map((step): [string, Address] => [
      `/api/sign_on/${step}`,
      {
        methods: read,
        door: 'public',
        kinds: ['nothing'],
        need: 'open',
        send: (_world, _person, { id }) => ({ path: `/api/sign_on/${step}?organisation=${id}` }),
      },
    ]),
  ),
  // Keys of applications: tests/security/applications/administration.test.ts.
  '/api/sign_on/once': {
    methods: ['GET'],
    door: 'public',
    kinds: ['nothing'],
    need: 'open',
    send: (_world, _person, { id }) => ({ path: `/api/sign_on/once?auth_key=${id}` }),
  },
  // Signing in with WeCom, as above: tests/security/session/weCom.test.ts.
  ...Object.fromEntries(
    ['start', 'return'].map((step): [string, Address] => [
      `/api/wecom/${step}`,
      {
        methods: read,
        door: 'public',
        kinds: ['nothing'],
        need: 'open',
        send: (_world, _person, { id }) => ({ path: `/api/wecom/${step}?organisation=${id}` }),
      },
    ]),
  ),
  // Only WeCom can sign these: tests/security/session/weComEvents.test.ts.
  '/api/wecom/events/:organisation': {
    methods: [...read, 'POST'],
    door: 'public',
    isSigned: true,
    kinds: ['nothing'],
    need: 'silent',
    unproved: 'nothing is configured; tests/security/session/weComEvents.test.ts',
    send: () => ({ path: '/api/wecom/events/1' }),
  },
  '/api/events': {
    methods: read,
    door: 'usable',
    kinds: ['folder', 'department', 'nothing'],
    // Users may watch a place that they cannot see, but are not notified of its changes (AH-20).
    need: 'open',
    send: (_world, _person, { kind, id }) => ({
      path: `/api/events?watch=${kind === 'department' ? 'department' : 'folder'}_${id}`,
    }),
  },
}

/** A method of a route, as Fastify registers it. */
export interface Registered {
  method: string
  url: string
}

/** Routes of the app without a row. */
export function withoutRow(routes: readonly Registered[], callUrls: ReadonlySet<string>): string[] {
  return routes
    .filter(({ method, url }) => !callUrls.has(`${method} ${url}`) && !addresses[url]?.methods.includes(method))
    .map(
      ({ method, url }) =>
        `${method} ${url} is answered but has no row: add it to \`addresses\` of tests/security/rig/addresses.ts, with its request and what it needs`,
    )
}
