import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { mkdir, mkdtemp, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { calls } from '@/contract/api'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { manifestText, scriptOf } from '../../support/builtPage'
import { checked, client, Client } from '../../support/client'
import { openEvents } from '../../support/eventStream'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const inline = 'window.__early=1'
const html = manifestText({ screens: { '/login': { files: [], words: {}, start: scriptOf(inline) } } })
const marked = manifestText({
  words: {
    'zh-CN': ['/js/words-zh-CN.1.js'],
    en: ['/js/words-en.1.js'],
    'education-en': ['/js/words-education-en.1.js'],
  },
  screens: {
    '/files/:space/:id?': { files: ['/js/list.1.js'], words: {} },
    '/login': { files: ['/css/9.1.css', '/js/9.1.js'], words: {} },
    '/share/:code': { files: ['/js/8.1.js'], words: { en: ['/js/words-visit-en.1.js'] } },
    '/message/:type?/:id?': { files: ['/js/7.1.js'], words: {} },
  },
})
const screens = [
  '/',
  '/files/own',
  '/files/folder/12?preview=1',
  '/h5/files/dept/3',
  '/login?redirect=%2Ffiles',
  '/share/abc',
  '/apiary',
  '/index.html',
]

let folder: string
let server: TestServer
let visitor: Client

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'satchel-web-'))
  await mkdir(join(folder, 'js'))
  await writeFile(join(folder, MANIFEST_FILE), html)
  await writeFile(join(folder, 'js', 'app.0123abcd.js'), 'plain')
  await writeFile(join(folder, 'js', 'app.0123abcd.js.gz'), gzipSync('zipped'))
  await writeFile(join(folder, 'theme.json'), '{}')
  server = await startTestServer({ webFolder: folder })
  visitor = new Client(server.url)
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true })
})

/** Writes a later build. @param seconds how much newer than now */
async function rewrite(text: string, seconds: number) {
  await writeFile(join(folder, MANIFEST_FILE), text)
  await utimes(join(folder, MANIFEST_FILE), new Date(), new Date(Date.now() + seconds * 1000))
}

function bootOf(body: unknown) {
  const text = /<script type="application\/json" id="boot">(.*?)<\/script>/s.exec(body as string)?.[1]
  assert.ok(text, 'no boot data')
  return JSON.parse(text) as {
    is_user_logged_in: boolean
    base_info: Record<string, unknown>
    space_info: Record<string, unknown> | null
  }
}

describe('the page', () => {
  for (const path of screens) {
    test(`${path} is the page, which is always revalidated`, async () => {
      const { status, headers, body } = await visitor.request('GET', path)
      assert.equal(status, 200)
      assert.equal(headers.get('content-type'), 'text/html; charset=utf-8')
      assert.equal(headers.get('cache-control'), 'private, no-cache')
      assert.equal(bootOf(body).is_user_logged_in, false)
    })
  }

  test('it contains login state, base info and space info, as the three calls answer them', async () => {
    const user = await factories(server.deps).user()
    const member = await client(server).as(user.login)
    const boot = bootOf((await member.request('GET', '/files/own')).body)
    assert.equal(boot.is_user_logged_in, true)
    checked(calls['GET /apps/users/get_base_info'].reply, { success: true, ...boot.base_info }, 'base_info')
    assert.deepEqual({ success: true, ...boot.base_info }, await member.call('GET /apps/users/get_base_info', {}))
    assert.deepEqual(
      { success: true, ...boot.space_info },
      await member.call('GET /apps/frequently_used_items/get_space_info', {}),
    )
  })

  test('[CTX-04] it knows users without their second step, and contains nothing of theirs', async () => {
    const make = factories(server.deps)
    const user = await make.user({ enterprise: await make.enterprise({ force_two_step: true }) })
    const boot = bootOf((await (await client(server).as(user.login)).request('GET', '/files/own')).body)
    assert.deepEqual([boot.is_user_logged_in, boot.space_info], [true, null])
  })

  test('it is not cached when it contains private data', async () => {
    const member = await client(server).as((await factories(server.deps).user({ login: 'member@test' })).login)
    for (const path of screens)
      assert.equal((await member.request('GET', path)).headers.get('cache-control'), 'no-store', path)
  })

  test('a visitor’s page has no space info', async () => {
    assert.equal(bootOf((await visitor.request('GET', '/')).body).space_info, null)
  })

  test('no name can end the element or begin another one', async () => {
    const name = '</script><script>alert(1)</script><!--'
    const member = await client(server).as((await factories(server.deps).user({ name, login: 'evil@test' })).login)
    const { body } = await member.request('GET', '/')
    assert.ok(!(body as string).includes('</script><script>alert'))
    assert.ok(!(body as string).includes('<!--'))
    assert.equal((bootOf(body).base_info.user_info as { name: string }).name, name)
  })

  test('its policy names the inline scripts by their hashes and nothing unsafe for scripts', async () => {
    const { headers } = await visitor.request('GET', '/login')
    const policy = headers.get('content-security-policy')!
    const hash = createHash('sha256').update(inline).digest('base64')
    assert.match(policy, /default-src 'none'/)
    assert.ok(policy.includes(`script-src 'self' 'sha256-${hash}';`), policy)
    assert.match(policy, /frame-ancestors 'self'.*base-uri 'none'/)
  })

  test('[COMM-06] it may use the microphone, except in foreign frames', async () => {
    const policyOf = async (path: string) => (await visitor.request('GET', path)).headers.get('permissions-policy')!
    assert.match(await policyOf('/files/own'), /microphone=\(self\)/)
    assert.match(await policyOf('/open_upload'), /microphone=\(\)/)
  })

  test('[CTX-06] only in WeChat and WeCom it allows the JS-SDK, where the server signs pages', async () => {
    const { messengers } = server.deps.config
    const scriptOf = async (userAgent: string) => {
      const { headers } = await visitor.request('GET', '/', undefined, { 'user-agent': userAgent })
      return headers.get('content-security-policy')!.includes(messengers.scriptUrl)
    }
    const wechat = 'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Mobile/15E148 MicroMessenger/8.0.49'
    const wecom = 'Mozilla/5.0 (Linux; Android 14) Mobile wxwork/4.1.22 MicroMessenger/7.0.1'
    assert.deepEqual([await scriptOf(wechat), await scriptOf(wecom)], [false, false])
    messengers.wechatAccount = { id: 'wxaccount', secret: 'accountsecret' }
    assert.deepEqual(
      [await scriptOf(`${wechat} `), await scriptOf(`${wecom} `), await scriptOf('Mozilla/5.0')],
      [true, true, false],
    )
    messengers.wechatAccount = null
  })

  test('a worker’s script may fetch from its own origin and compile WebAssembly; other files may do nothing', async () => {
    for (const name of ['pdf.worker.min.mjs', 'pdf.min.mjs']) await writeFile(join(folder, name), 'export {}')
    const policyOf = async (path: string, encoding: string) =>
      (await visitor.request('GET', path, undefined, { 'accept-encoding': encoding })).headers.get(
        'content-security-policy',
      )
    await writeFile(join(folder, 'pdf.worker.min.mjs.gz'), gzipSync('export {}'))
    for (const encoding of ['identity', 'gzip'])
      assert.equal(
        (await policyOf('/pdf.worker.min.mjs', encoding))!,
        "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'",
      )
    const other = (await policyOf('/pdf.min.mjs', 'identity'))!
    assert.ok(other.startsWith("default-src 'none'") && !other.includes("src 'self"), other)
  })

  test('a new build is served without a restart', async () => {
    await rewrite(html.replace('<title>t', '<title>new'), 5)
    assert.match((await visitor.request('GET', '/')).body as string, /<title>new/)
  })

  describe('it names the files that this visit needs, scripts before the app’s, styles after all scripts', () => {
    const none = 'lang=fr'
    const table: [string, string, string, string[]][] = [
      ['/files/own', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/files/own', 'lang=en', 'en', ['words-en', 'list.1.js']],
      ['/files/own', 'lang=en; lang_type=education', 'en', ['words-en', 'words-education-en', 'list.1.js']],
      ['/h5/files/folder/12?preview=1', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      // These addresses lead to the list.
      ['/', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/h5', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/h5/?filenav=1', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/login?redirect=%2F', none, 'zh-CN', ['words-zh-CN', '9.1.js', '9.1.css']],
      ['/h5/login/', none, 'zh-CN', ['words-zh-CN', '9.1.js', '9.1.css']],
      ['/login/more', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/share/a-1', none, 'zh-CN', ['words-zh-CN', '8.1.js']],
      ['/share/a-1', 'lang=en', 'en', ['words-en', '8.1.js', 'words-visit-en']],
      ['/share/a/b', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
      ['/message', none, 'zh-CN', ['words-zh-CN', '7.1.js']],
      ['/h5/message/comment/12?typed_id=file_1', none, 'zh-CN', ['words-zh-CN', '7.1.js']],
      ['/message/a/b/c', none, 'zh-CN', ['words-zh-CN', 'list.1.js']],
    ]
    before(() => rewrite(marked, 10))
    for (const [path, cookie, language, files] of table) {
      test(`${path} with ${cookie} names its files`, async () => {
        const body = (await visitor.request('GET', path, undefined, { cookie })).body as string
        const scripts = body.slice(body.indexOf('</script>'), body.indexOf('<script defer src="/js/app.'))
        const styles = body.slice(body.indexOf('</head>'))
        const named = [...(scripts + styles).matchAll(/(?:href|defer src)="[^"]*\/([^"]+)"/g)].map(([, file]) => file!)
        assert.deepEqual(
          named.map((file) => file.replace(/^(words.*)\.1\.js$/, '$1')),
          files,
        )
        assert.match(body, new RegExp(`<html lang="${language}">`))
        assert.ok(!body.includes('<!--'))
        assert.equal(bootOf(body).is_user_logged_in, false)
      })
    }
  })

  test('HEAD works as GET, other methods do not', async () => {
    assert.equal((await visitor.request('HEAD', '/files/own')).status, 200)
    assert.equal((await visitor.request('POST', '/files/own', '{}')).status, 404)
  })
})

describe('files of the build', () => {
  test('a name with a hash is cached forever, other names are revalidated', async () => {
    const hashed = await visitor.request('GET', '/js/app.0123abcd.js', undefined, { 'accept-encoding': 'identity' })
    assert.deepEqual(
      [hashed.body, hashed.headers.get('cache-control')],
      ['plain', 'public, max-age=31536000, immutable'],
    )
    assert.equal((await visitor.request('GET', '/theme.json')).headers.get('cache-control'), 'no-cache')
  })

  test('files compressed at build time are sent compressed', async () => {
    const { body, headers } = await visitor.request('GET', '/js/app.0123abcd.js', undefined, {
      'accept-encoding': 'gzip',
    })
    assert.deepEqual([body, headers.get('content-encoding')], ['zipped', 'gzip'])
    assert.equal(headers.get('cache-control'), 'public, max-age=31536000, immutable')
    assert.match(headers.get('content-type')!, /javascript/)
  })

  test('a missing one is a 404, not the page', async () => {
    for (const path of [
      '/js/gone.0123abcd.js',
      '/css/gone.css',
      '/js/',
      '/.env',
      '/js/..%2f..%2fpackage.json',
      `/${MANIFEST_FILE}`,
    ]) {
      const { status, headers } = await visitor.request('GET', path)
      if (status === 200) assert.equal(headers.get('content-type'), 'text/html; charset=utf-8', path)
      else assert.equal(status, 404, path)
    }
    assert.equal((await visitor.request('GET', '/js/gone.0123abcd.js')).status, 404)
  })
})

describe('[AH-32] consecutive builds', () => {
  const keptPath = (name: string) => join(server.deps.config.dataFolder, 'web', name)
  const buildOf = async () =>
    /<meta name="build" content="([0-9a-f]{16})">/.exec((await visitor.request('GET', '/')).body as string)?.[1]
  const old = new Date(Date.now() - 15 * 24 * 3600_000)

  test('the page and the streams name the served build; another page is another build', async () => {
    await rewrite(html, 20)
    const before = await buildOf()
    assert.ok(before, 'no build')
    const member = await client(server).as((await factories(server.deps).user({ login: 'build@test' })).login)
    const stream = await openEvents(member, 'own')
    assert.equal(stream.build, before)
    stream.close()
    await rewrite(html.replace('app.0123abcd', 'app.89abcdef'), 30)
    const later = await openEvents(member, 'own')
    assert.notEqual(later.build, before)
    assert.equal(later.build, await buildOf())
    later.close()
  })

  test('files of the previous build are still served, compressed and plain, and cached forever', async () => {
    await until(
      'the build is kept',
      () => existsSync(keptPath('js/app.0123abcd.js')) && existsSync(keptPath('js/app.0123abcd.js.gz')),
    )
    await rm(join(folder, 'js'), { recursive: true })
    const warnings: string[] = []
    const note = ({ message }: Error) => void warnings.push(message)
    process.on('warning', note)
    const plain = await visitor.request('GET', '/js/app.0123abcd.js', undefined, { 'accept-encoding': 'identity' })
    assert.deepEqual(
      [plain.status, plain.body, plain.headers.get('cache-control')],
      [200, 'plain', 'public, max-age=31536000, immutable'],
    )
    assert.match(plain.headers.get('content-type')!, /javascript/)
    const packed = await visitor.request('GET', '/js/app.0123abcd.js', undefined, { 'accept-encoding': 'gzip' })
    assert.deepEqual([packed.status, packed.body, packed.headers.get('content-encoding')], [200, 'zipped', 'gzip'])
    const statusOf = async (path: string) => (await fetch(server.url + path, { method: 'HEAD' })).status
    assert.deepEqual([await statusOf('/js/app.0123abcd.js'), await statusOf('/js/app.00000000.js')], [200, 404])
    process.off('warning', note)
    assert.deepEqual(warnings, [])
  })

  test('files without a hash are not kept, and unused files are deleted after 14 days', async () => {
    assert.equal(existsSync(keptPath('theme.json')), false)
    assert.equal(existsSync(keptPath(MANIFEST_FILE)), false)
    await utimes(keptPath('js/app.0123abcd.js'), old, old)
    await mkdir(join(folder, 'js'), { recursive: true })
    await writeFile(join(folder, 'js', 'app.89abcdef.js'), 'new')
    await rewrite(html.replace('app.0123abcd', 'app.89abcdef'), 40)
    await visitor.request('GET', '/')
    await until('the old file to be deleted', () => !existsSync(keptPath('js/app.0123abcd.js')))
    assert.deepEqual(
      [existsSync(keptPath('js/app.0123abcd.js.gz')), existsSync(keptPath('js/app.89abcdef.js'))],
      [true, true],
    )
  })

  test('files of the current build stay at any age, and so do files unused for less', async () => {
    const file = keptPath('js/app.89abcdef.js')
    const former = keptPath('js/app.11111111.js')
    const lately = new Date(Date.now() - 13 * 24 * 3600_000)
    await writeFile(former, 'former')
    await utimes(former, lately, lately)
    await utimes(file, old, old)
    await rewrite(html.replace('app.0123abcd', 'app.76543210'), 50)
    await visitor.request('GET', '/')
    await until('its time is renewed', () => existsSync(file) && statSync(file).mtimeMs > old.getTime() + 1000)
    const doomed = keptPath('js/app.22222222.js')
    for (const seconds of [60, 70]) {
      await writeFile(doomed, 'doomed')
      await utimes(doomed, old, old)
      await rewrite(html, seconds)
      await visitor.request('GET', '/')
      await until('the old file to be deleted', () => !existsSync(doomed))
    }
    assert.equal(existsSync(former), true)
  })
})

test('without a build the calls work and the page is a 404', async () => {
  const bare = await startTestServer()
  const someone = new Client(bare.url)
  assert.equal((await someone.request('GET', '/')).status, 404)
  assert.equal((await someone.send('GET /apps/users/is_user_logged_in', {})).status, 200)
  await bare.close()
})
