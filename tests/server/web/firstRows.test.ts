import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { request as httpRequest } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Shell } from '@/domain/session/shell'
import type { UserRow } from '../../../server/database/tables'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { broughtOver, manifestText, scriptOf } from '../../support/builtPage'
import { client, Client } from '../../support/client'
import { factories } from '../../support/factories'
import { photo } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'

const scripts = { list: 'list()', link: 'link()', preview: 'preview()', kept: 'kept()' }
const manifest = manifestText({
  page: {
    before: '<!doctype html><html lang="zh-CN"><head><title>t</title>',
    scripts: ['/js/app.1.js'],
    after: '<style>b{}</style></head><body><div id="app"></div><div id="shell"></div>',
    end: '</body></html>',
  },
  words: { 'zh-CN': ['/js/words-zh-CN.1.js'], en: ['/js/words-en.1.js'] },
  screens: {
    '/files/:space/:id?': { files: ['/js/list.1.js'], words: {}, start: scriptOf(scripts.list) },
    '/login': { files: ['/js/9.1.js'], words: {} },
    '/admin/:place?/:id?': { files: ['/js/admin.1.js'], words: {}, start: scriptOf(scripts.list) },
    console: { files: ['/js/console.1.js'], words: {} },
    '/share/:unique_name': { files: ['/css/8.1.css', '/js/8.1.js'], words: {}, start: scriptOf(scripts.link) },
    preview: {
      files: ['/css/preview.1.css', '/js/preview.1.js'],
      words: { en: ['/js/words-preview-en.1.js'] },
      start: scriptOf(scripts.preview),
    },
  },
  rowWords: { 'zh-CN': { row: { encrypted: '加密' } }, en: { row: { encrypted: 'encrypted' } } },
  kept: scriptOf(scripts.kept),
  offlineStart: '/js/offline.00000000.js',
  offline: { '': ['/js/lazy.1.js'], 'zh-CN': ['/js/lazy-words-zh-CN.1.js'] },
})

let folder: string
let server: TestServer
let visitor: Client
let make: ReturnType<typeof factories>

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
  await writeFile(join(folder, MANIFEST_FILE), manifest)
  server = await startTestServer({ webFolder: folder })
  visitor = new Client(server.url)
  make = factories(server.deps)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

async function member(values: Parameters<typeof make.user>[0] = {}) {
  const user = await make.user(values)
  return { user, me: await client(server).as(user.login) }
}

const textOf = async (who: Client, path: string, headers: Record<string, string> = {}) =>
  (await who.request('GET', path, undefined, headers)).body as string

/** The call whose answer the page contains, and the answer; null without one. */
function preloadedIn(page: string): { path: string; text: string } | null {
  const [, path, text] =
    /<script type="application\/json" id="first" data-space="\w+" data-path="([^"]*)">(.*?)<\/script>/s.exec(page) ?? []
  return path === undefined ? null : { path: path.replaceAll('&#38;', '&'), text: text! }
}
const policyOf = (script: string) => `'sha256-${createHash('sha256').update(script).digest('base64')}'`

const naughty = [
  '</script><script>alert(1)</script>',
  '<!--<script>',
  ']]>&lt;&quot;\'"',
  '\u2028\u2029\u0085',
  "$& $` $' $1",
  '\u202Egnp.exe',
]

describe('the rows in the page of a list', () => {
  test('[CTX-03] are omitted in the web-view of a mini-program, where a token identifies the user', async () => {
    const { me } = await member()
    const inside = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.49 miniProgram/wx0123456789abcdef' }
    assert.equal(preloadedIn(await textOf(me, '/files/own', inside)), null)
    assert.ok(preloadedIn(await textOf(me, '/files/own', { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.49' })))
  })

  test('equal the answer of the call with any names, and cannot end their element', async () => {
    const { user, me } = await member()
    const parent = await make.folder({ owner: user }, { name: naughty[0] })
    for (const name of naughty) await make.file({ parent }, { name: `${name}.txt`, content: 'x' })
    for (const page of [
      '/',
      '/files/frequent',
      '/files/own',
      '/h5/files/collab',
      `/files/folder/${parent.id}?filenav=1`,
    ]) {
      const answer = await me.request('GET', page)
      const body = answer.body as string
      const { path, text } = preloadedIn(body)!
      assert.equal(answer.headers.get('cache-control'), 'no-store', page)
      assert.ok(!text.includes('<'), page)
      assert.deepEqual(JSON.parse(text), (await me.request('GET', path)).body, page)
      assert.equal(body.split(/<script/i).length - 1, 7, page)
      assert.ok(!body.includes('<!--'), page)
    }
  })

  test('come with the texts of rows in the language of the reader', async () => {
    const { me } = await member()
    const textsIn = async (language: string) => {
      const page = await textOf(me, '/files/own', { cookie: `${me.headers.cookie}; lang=${language}` })
      return JSON.parse(/<script type="application\/json" id="row-words">(.*?)<\/script>/s.exec(page)![1]!)
    }
    assert.deepEqual(await textsIn('zh-CN'), [{ row: { encrypted: '加密' } }])
    assert.deepEqual(await textsIn('en'), [{ row: { encrypted: 'encrypted' } }])
  })

  test('belong only to the reader: each page is built for the session of its request', async () => {
    const one = await member()
    const parent = await make.folder({ owner: one.user }, { name: '资料' })
    await make.file({ parent }, { name: '秘密.txt', content: 'x' })
    const other = await member()
    const address = `/files/folder/${parent.id}`
    assert.match(preloadedIn(await textOf(one.me, address))!.text, /秘密/)
    for (const who of [other.me, visitor]) assert.ok(!(await textOf(who, address)).includes('秘密'))
    assert.equal(preloadedIn(await textOf(visitor, '/files/own')), null)
    // The other user's rights decide, not the earlier page.
    assert.equal(preloadedIn(await textOf(other.me, address))!.text, '')
    const { cookie } = one.me.headers
    await one.me.call('POST /apps/users/logout', {})
    assert.equal(preloadedIn(await textOf(new Client(server.url), address, { cookie: cookie! })), null)
  })

  test('are omitted where the call would refuse or would change something', async () => {
    const { user, me } = await member()
    const parent = await make.folder({ owner: user }, { name: '资料' })
    const late = await member({ enterprise: await make.enterprise({ expires_at: new Date(Date.now() - 1000) }) })
    const unready = await member({ enterprise: await make.enterprise({ force_two_step: true }) })
    const textAt = async (who: Client, page: string) => preloadedIn(await textOf(who, page))?.text
    assert.equal(await textAt(late.me, '/files/own'), '')
    assert.equal(await textAt(unready.me, '/files/own'), '')
    assert.equal(await textAt(me, '/files/folder/999999999'), '')
    const ordered = `/files/folder/${parent.id}?sort_by=name&sort_direction=asc`
    assert.deepEqual(preloadedIn(await textOf(me, ordered)), {
      path: `/api/apps/files/file_list/${parent.id}?folder_type=folder&offset=0&limit=25&sort_by=name&sort_direction=asc`,
      text: '',
    })
    const list = await me.call('GET /apps/files/file_list/{folderId}', { folderId: 0, folder_type: 'own' })
    assert.notEqual(list.sort_by, 'name')
    for (const page of [
      '/login',
      '/files/folder/1e3',
      '/files/folder/-1',
      '/files/own/..%2f',
      '/message',
      '/settings/security',
    ])
      assert.equal(preloadedIn(await textOf(me, page)), null, page)
    assert.equal(preloadedIn((await me.request('HEAD', '/files/own')).body as string), null)
  })

  test('ignore the request’s own body, range, conditions and method', async () => {
    const { user, me } = await member()
    await make.folder({ owner: user }, { name: '资料' })
    const headers = {
      ...me.headers,
      'content-length': '3',
      'content-type': 'application/json',
      range: 'bytes=0-1',
      'if-none-match': '*',
      'x-http-method-override': 'DELETE',
      requesttoken: '',
    }
    const body = await new Promise<string>((resolve, reject) => {
      const asked = httpRequest(`${server.url}/files/own`, { method: 'GET', headers }, (answer) => {
        let text = ''
        answer.setEncoding('utf8').on('data', (part: string) => (text += part))
        answer.on('end', () => resolve(text)).on('error', reject)
      })
      asked.on('error', reject).end('{}x')
    })
    assert.match(preloadedIn(body)?.text ?? body, /资料/)
  })
})

test('[ADM-02] the console’s page contains the first people, with any name, for administrators and for no other address', async () => {
  const enterprise = await make.enterprise()
  const { me } = await member({ enterprise, role: 'owner' })
  for (const name of naughty) await make.user({ enterprise, name })
  const call = '/api/admin/people/list?offset=0&limit=50'
  const { body } = await me.request('GET', call)
  assert.deepEqual(broughtOver(await textOf(me, '/h5/admin/people')), { [call]: body })
  for (const page of ['/admin', '/admin/people/1', '/files/own'])
    assert.equal(broughtOver(await textOf(me, page)), null)
  assert.deepEqual(broughtOver(await textOf((await member({ enterprise })).me, '/admin/people')), {})
})

describe('a page with a file overlay', () => {
  const over = (page: string, id: number) => `${page}?preview=1&file_id=${id}`
  const callsOf = (id: number) => [
    `/api/apps/files/get_info?item_typed_id=file_${id}`,
    `/api/apps/representations/info?file_id=${id}&kind=image_1024&is_first=true`,
  ]
  const picture = async (user: UserRow, name = '合影.jpg') =>
    make.file({ parent: await make.folder({ owner: user }) }, { name, content: await photo() })

  test('[RT-08] contains the answers of the file’s calls instead of the list, with any name', async () => {
    const { user, me } = await member()
    const parent = await make.folder({ owner: user })
    for (const name of naughty) {
      // A picture's item changes while its thumbnails are made.
      const { id } = await make.file({ parent }, { name: `${name}.txt`, content: 'x' })
      for (const page of ['/files/own', '/h5/files/collab', '/', '/message/all']) {
        const answer = await me.request('GET', over(page, id))
        const body = answer.body as string
        const brought = broughtOver(body)!
        assert.equal(answer.headers.get('cache-control'), 'no-store', page)
        assert.deepEqual(Object.keys(brought), callsOf(id).slice(0, 1), page)
        assert.deepEqual(brought[callsOf(id)[0]!], (await me.request('GET', callsOf(id)[0]!)).body, page)
        assert.equal(body.split(/<script/i).length - 1, 7, page)
        assert.ok(!body.includes('<!--'), page)
      }
    }
  })

  test('[RT-08] contains the scripts and words of the overlay and its start script, and its policy allows no other', async () => {
    const { user, me } = await member()
    const { id } = await picture(user)
    const { body, headers } = await me.request('GET', over('/files/own', id), undefined, {
      cookie: `${me.headers.cookie}; lang=en`,
    })
    for (const file of ['/css/preview.1.css', '/js/preview.1.js', '/js/words-preview-en.1.js'])
      assert.ok((body as string).includes(`"${file}"`), file)
    for (const [script, text] of Object.entries(scripts)) {
      assert.equal((body as string).includes(`<script>${text}</script>`), script === 'preview', script)
      const policy = headers.get('content-security-policy')!
      assert.equal(policy.includes(policyOf(text)), script === 'preview', script)
    }
    assert.ok(!(await textOf(me, '/files/own')).includes('/js/preview.1.js'))
  })

  test('preloads the code that shows a picture; for an older version it preloads nothing', async () => {
    const { user, me } = await member()
    const { id } = await picture(user)
    const brought = broughtOver(await textOf(me, over('/files/own', id)))!
    assert.deepEqual(Object.keys(brought), callsOf(id))
    assert.equal((brought[callsOf(id)[1]!] as { success: boolean }).success, true)
    const older = await textOf(me, `${over('/files/own', id)}&version=1`)
    assert.deepEqual(broughtOver(older), {})
    assert.ok(older.includes('/js/preview.1.js'))
  })

  test('contains nothing that the calls would refuse, nothing in a mini-program and nothing without a session', async () => {
    const { user, me } = await member()
    const { id, name } = await picture(user, '秘密.jpg')
    const address = over('/files/own', id)
    const other = await member()
    assert.deepEqual(broughtOver(await textOf(other.me, address)), {})
    const unready = await member({ enterprise: await make.enterprise({ force_two_step: true }) })
    const late = await member({ enterprise: await make.enterprise({ expires_at: new Date(Date.now() - 1000) }) })
    for (const who of [other.me, unready.me, late.me, visitor]) assert.ok(!(await textOf(who, address)).includes(name))
    assert.equal(broughtOver(await textOf(visitor, address)), null)
    const inside = { 'user-agent': 'Mozilla/5.0 MicroMessenger/8.0.49 miniProgram/wx0123456789abcdef' }
    assert.equal(broughtOver(await textOf(me, address, inside)), null)
  })

  test('addresses of other screens and of links, and those without a number, are no file overlays', async () => {
    const { user, me } = await member()
    const { id } = await picture(user)
    for (const page of [
      over('/login', id),
      over(`/share/${'A'.repeat(22)}`, id),
      over('/select_files', id),
      over('/promotion', id),
      `/files/own?file_id=${id}`,
      '/files/own?preview=1',
      '/files/own?preview=1&file_id=',
      `/files/own?preview=1&file_id=${id}x`,
      `/files/own?preview=1&file_id=-${id}`,
      '/files/own?preview=1&file_id=9999999999999999',
    ])
      assert.equal(broughtOver(await textOf(me, page)), null, page)
  })
})

describe('the start script of a visit', () => {
  test('belongs to its page, and the policy allows no other', async () => {
    const name = 'A'.repeat(22)
    const expected: [string, keyof typeof scripts | null][] = [
      ['/files/own', 'list'],
      ['/', 'list'],
      [`/share/${name}`, 'link'],
      [`/h5/share/${name}`, 'link'],
      ['/login', null],
    ]
    for (const [page, own] of expected) {
      const { body, headers } = await visitor.request('GET', page)
      const policy = headers.get('content-security-policy')!
      for (const [script, text] of Object.entries(scripts)) {
        assert.equal((body as string).includes(`<script>${text}</script>`), script === own, `${page} ${script}`)
        assert.equal(policy.includes(policyOf(text)), script === own, `${page} ${script}`)
      }
      assert.ok(!(body as string).includes('<!--'), page)
    }
    assert.deepEqual(preloadedIn(await textOf(visitor, `/share/${name}`)), {
      path: `/api/apps/share_links/info/${name}`,
      text: '',
    })
  })
})

describe('[AH-28] the shell of a list', () => {
  const shellOf = async (who: Client, headers: Record<string, string> = {}) => {
    const answer = await who.request('GET', '/shell', undefined, headers)
    return { shell: answer.body as Shell, headers: answer.headers }
  }

  test('is the same for everybody: it contains nothing of a user or session', async () => {
    const one = await member({ name: '王小明' })
    await make.folder({ owner: one.user }, { name: '资料' })
    const { shell, headers } = await shellOf(one.me)
    assert.deepEqual(shell, (await shellOf(visitor)).shell)
    const text = JSON.stringify(shell)
    for (const secret of ['王小明', '资料', one.user.login, one.me.headers.requesttoken!, 'csrf', 'boot'])
      assert.ok(!text.includes(secret), secret)
    assert.equal(headers.get('set-cookie'), null)
    assert.equal(headers.get('cache-control'), 'private, no-cache')
    const policy = headers.get('content-security-policy')!
    for (const script of [scripts.list, scripts.preview, scripts.kept])
      assert.ok(policy.includes(policyOf(script)), script)
    assert.ok(!policy.includes(policyOf(scripts.link)))
  })

  test('starts a page that the server completes, or that an offline start completes', async () => {
    const { user, me } = await member()
    await make.folder({ owner: user }, { name: '资料' })
    const { shell } = await shellOf(me)
    const answer = await me.request('GET', '/files/own', undefined, { 'x-shell': shell.name })
    const rest = answer.body as string
    assert.equal(answer.headers.get('x-shell'), shell.name)
    assert.equal(answer.headers.get('cache-control'), 'no-store')
    assert.match(preloadedIn(rest)!.text, /资料/)
    const whole = await textOf(me, '/files/own')
    const elements = (page: string) =>
      [...page.matchAll(/<(?:script|style|meta|div)[^>]*>/g)].map(([tag]) => tag).sort()
    const withoutKept = shell.html.replace(`<script>${scripts.kept}</script>`, '')
    assert.notEqual(withoutKept, shell.html)
    assert.deepEqual(elements(withoutKept + rest), elements(whole))
    assert.deepEqual(shell.files, [
      '/js/words-zh-CN.1.js',
      '/js/list.1.js',
      '/js/app.1.js',
      '/js/offline.00000000.js',
      '/js/lazy.1.js',
      '/js/lazy-words-zh-CN.1.js',
    ])
    assert.match(shell.end, /^<script src="\/js\/offline\.00000000\.js"><\/script><script defer src="\/js\/words-zh-CN/)
  })

  test('with another build, language or product name the server sends the whole page', async () => {
    const { me } = await member()
    const { shell } = await shellOf(me)
    const pageWith = async (name: string, headers: Record<string, string> = {}) => {
      const answer = await me.request('GET', '/files/own', undefined, { 'x-shell': name, ...headers })
      return [answer.headers.get('x-shell'), (answer.body as string).startsWith('<!doctype html>')]
    }
    for (const name of ['', 'x', shell.name.replace(/^./, 'z'), `${shell.name}<script>`])
      assert.deepEqual(await pageWith(name), [null, true], name)
    assert.deepEqual(await pageWith(shell.name, { cookie: `${me.headers.cookie}; lang=en` }), [null, true])
    assert.notEqual((await shellOf(visitor, { cookie: 'lang=en' })).shell.name, shell.name)
  })

  test('without a session the rest of the page has no rows and says that nobody is signed in', async () => {
    const { shell } = await shellOf(visitor)
    const rest = await textOf(visitor, '/files/own', { 'x-shell': shell.name })
    assert.equal(preloadedIn(rest), null)
    assert.match(rest, /"is_user_logged_in":false/)
  })

  test('[AH-28] the app is installed under the product’s name, in the visitor’s language', async () => {
    for (const [cookie, name] of [
      ['lang=en', 'Satchel'],
      ['lang=zh-TW', '書包雲盤'],
    ] as const) {
      const { body, headers } = await visitor.request('GET', '/manifest.webmanifest', undefined, { cookie })
      assert.match(headers.get('content-type')!, /^application\/manifest\+json/)
      const manifest = JSON.parse(body as string) as { name: string; start_url: string; display: string }
      assert.deepEqual([manifest.name, manifest.start_url, manifest.display], [name, '/', 'standalone'])
    }
  })
})
