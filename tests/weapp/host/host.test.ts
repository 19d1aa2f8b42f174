import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { describe, test } from 'node:test'
import { fixture, openFixture, origin, Probe } from './fixtureHost'
import { type Host, launch } from './index'

const three = (host: Host) => host.waitFor(() => host.$$('.row').length === 3)
const names = (host: Host) => host.$$('.name').map((node) => node.text)

describe('pages and gestures', () => {
  test('the host draws the server’s list with templates, WXS and components', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    assert.equal(host.text('#count'), '3 项 · 2 KB')
    assert.deepEqual(names(host), ['教学大纲', '照片 一.jpg', '100% & more=1'])
    assert.equal(host.$('#row-b')?.dataset.id, 'b')
    assert.equal(host.$('scroll-view')?.attr('scroll-y'), true)
    assert.equal(host.$$('scroll-view row, scroll-view .row').length, 6)
    assert.equal(host.withText('照片 一.jpg').tag, 'text')
  })

  test('keyed rows keep their order when they are reversed', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.tap('#reverse')
    assert.deepEqual(names(host), ['100% & more=1', '照片 一.jpg', '教学大纲'])
  })

  test('a component keeps what it set in its own property when the page draws anew', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.tap('#row-a .row')
    await host.waitFor(() => host.pages.length === 2)
    host.back()
    host.input('#field', 'x')
    assert.equal(host.text('#row-a .mark'), '*')
  })

  test('an address arrives undecoded and cut at a second =, as in WeChat', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.tap('#row-a .row')
    await host.waitFor('#name')
    assert.equal(host.text('#name'), '教学大纲')
    assert.equal(host.text('#raw'), encodeURIComponent('教学大纲'))
    assert.deepEqual(host.page.query, { name: encodeURIComponent('教学大纲'), id: 'a' })
    host.back()
    assert.equal(host.page.route, 'pages/list/index')
  })

  test('typing, confirming, scrolling and long presses reach the handlers', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.input('#field', '期末')
    assert.equal(host.text('#typed'), '期末')
    host.confirm('#field')
    assert.equal(host.text('#said'), '期末')
    host.scroll('#list', 100)
    assert.equal(host.text('#said'), '100 of 192')
    host.longPress('#row-b')
    assert.deepEqual(names(host), ['教学大纲', '100% & more=1'])
  })

  test('a finger reaches neither a disabled button nor a hidden page-container', async (t) => {
    const { host } = await openFixture(t)
    assert.throws(() => host.tap('#idle'), /#idle is disabled/)
    assert.throws(() => host.tap('#sheet'), /not shown/)
    assert.throws(() => host.tap('#nothing'), /nothing on the page fits/)
    assert.equal(host.text().includes('面板'), false)
  })

  test('going back closes a shown page-container, then the page, then the app', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.tap('#row-a .row')
    await host.waitFor('#name')
    host.back()
    host.tap('#more')
    await host.waitFor('#sheet')
    host.back()
    await host.waitFor(() => host.$('page-container')?.attr('show') === false)
    assert.equal(host.containerShown, false)
    assert.equal(host.pages.length, 1)
    host.tap('#more')
    assert.equal(host.containerShown, true, 'it can be shown again')
    host.back()
    host.back()
    assert.equal(host.pages.length, 1)
  })

  test('a page-container that the user closed stays closed until the app resets its show', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.input('#field', 'keep')
    host.tap('#more')
    host.back()
    host.tap('#reverse')
    assert.equal(host.$('page-container')?.attr('show'), true)
    assert.equal(host.containerShown, false)
  })

  test('lifecycle events come in WeChat’s order', async (t) => {
    const { host, probe } = await Probe.open(t)
    host.show({ path: 'pages/list/index', query: { note: '1' } })
    await three(host)
    host.hide()
    host.show({ scene: 1044 })
    host.show({ path: 'pages/probe/index' })
    await host.waitFor('#probe')
    assert.deepEqual((await probe.try('seen')).ok, [
      'launch pages/probe/index 1001',
      'show 1001',
      'show 1001',
      'page show',
      'page hide',
      'hide',
      'show 1044',
      'page show',
      'show 1044',
    ])
  })

  test('the menu and a button share the card that the page made', async (t) => {
    const { host } = await openFixture(t)
    assert.equal(host.share().title, '书包 menu')
    host.tap('#share')
    assert.deepEqual(
      host.shared.map((card) => card.title),
      ['书包 menu', '书包 button'],
    )
  })

  test('only the phone changes the theme', async (t) => {
    const { host } = await openFixture(t, { theme: 'dark' })
    await host.waitFor('.screen.dark')
    host.setTheme('light')
    await host.waitFor('.screen.light')
  })

  test('the host counts what every setData sends', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.setDataLog.length = 0
    host.input('#field', '期末')
    host.tap('#row-a .row')
    assert.deepEqual(host.setDataLog, [
      { owner: 'pages/list/index', bytes: Buffer.byteLength('{"typed":"期末"}'), keys: ['typed'] },
      { owner: 'components/row/index', bytes: Buffer.byteLength('{"item.mark":"*"}'), keys: ['item.mark'] },
    ])
  })
})

describe('the stack of pages', () => {
  test('the stack holds ten pages and refuses an eleventh', async (t) => {
    const { host, probe } = await Probe.open(t)
    for (let depth = 2; depth <= 10; depth++) {
      probe.start('navigateTo', { url: '/pages/probe/index' })
      await host.waitFor(() => host.pages.length === depth)
    }
    assert.deepEqual(await probe.call('navigateTo', { url: '/pages/probe/index' }), {
      fail: 'navigateTo:fail webview count limit exceed',
    })
    assert.equal(host.pages.length, 10)
    probe.start('navigateBack', { delta: 20 })
    await host.waitFor(() => host.pages.length === 1)
  })

  test('the stack refuses a page that app.json does not name', async (t) => {
    const { probe } = await Probe.open(t)
    const { fail } = await probe.call('navigateTo', { url: '/pages/none/index' })
    assert.equal(fail, 'navigateTo:fail page "pages/none/index" is not found')
  })

  test('the stack replaces, restarts, and opens a page of a sub-package', async (t) => {
    const { host, probe } = await Probe.open(t)
    probe.start('navigateTo', { url: '/packages/more/pages/far/index' })
    await host.waitFor('#far')
    host.back()
    probe.start('redirectTo', { url: '/pages/detail/index?name=x' })
    await host.waitFor('#name')
    assert.deepEqual(
      host.pages.map((page) => page.route),
      ['pages/detail/index'],
    )
    host.show({ path: 'pages/list/index', query: { note: 'again' } })
    await host.waitFor(() => host.text('#said') === 'again')
    assert.deepEqual(
      host.pages.map((page) => page.route),
      ['pages/list/index'],
    )
  })

  test('navigateBack closes a shown page-container first', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    host.tap('#row-a .row')
    await host.waitFor('#name')
    host.show({ path: 'pages/list/index' })
    host.tap('#more')
    host.tap('#back')
    await host.waitFor(() => !host.containerShown)
    assert.deepEqual(
      host.pages.map((page) => page.route),
      ['pages/list/index'],
    )
  })
})

describe('forbidden events fail the test', () => {
  const cases: { title: string; what: string; args?: unknown[]; says: RegExp }[] = [
    {
      title: 'a call that the host lacks fails the test',
      what: 'sync',
      args: ['showModal'],
      says: /wx\.showModal is not in the .* table/,
    },
    {
      title: 'a method that the file system lacks fails the test',
      what: 'fsSync',
      args: ['rename', 'a'],
      says: /FileSystemManager\.rename/,
    },
    {
      title: 'a complaint of the renderer fails the test',
      what: 'template',
      args: ['unheard'],
      says: /WXMLRT_.*Template `unheard` not found/,
    },
    { title: 'an error in a timer fails the test', what: 'throwNow', says: /thrown in a timer/ },
  ]
  for (const { title, what, args = [], says } of cases) {
    test(title, async (t) => {
      const { host } = await Probe.open(t)
      host.fire('#probe', 'try', { key: 'x', what, args })
      await assert.rejects(
        host.waitFor(() => false),
        says,
      )
      assert.match(host.errors[0]?.message ?? '', says)
      host.errors.length = 0
    })
  }

  test('two page-containers at once fail the test', async (t) => {
    const { host } = await openFixture(t)
    host.tap('#more')
    host.input('#field', 'two')
    assert.throws(() => host.check(), /two page-containers are shown/)
    host.errors.length = 0
  })

  test('the app can ask whether a call exists, but reading a missing one fails the test', async (t) => {
    const { host, probe } = await Probe.open(t)
    assert.deepEqual([(await probe.try('has', 'showModal')).ok, (await probe.try('has', 'request')).ok], [false, true])
    host.fire('#probe', 'try', { key: 'x', what: 'read', args: ['showModal'] })
    assert.match(String(JSON.parse(host.text('#answers')).x.threw), /wx\.showModal is not in/)
    host.errors.length = 0
  })

  test('an uncaught promise fails the test', () => {
    const script = `
      import { launch } from './host/index.ts'
      const options = { origin: '${origin}', serverUrl: 'http://127.0.0.1:9', path: 'pages/probe/index' }
      const host = await launch(${JSON.stringify(fixture)}, options)
      host.fire('#probe', 'try', { key: 'x', what: 'reject' })
      await host.close().catch((error) => console.log(error.message))`
    const options = { cwd: new URL('..', import.meta.url), encoding: 'utf8' } as const
    const run = spawnSync(process.execPath, ['--import', 'tsx', '--input-type=module', '--eval', script], options)
    assert.match(run.stdout, /nobody caught this/, run.stderr)
  })

  test('close reports an error that no wait has met', async () => {
    const host = await launch(fixture, { origin, serverUrl: 'http://127.0.0.1:9', path: 'pages/probe/index' })
    host.fire('#probe', 'try', { key: 'x', what: 'sync', args: ['showToast', {}] })
    await assert.rejects(host.close(), /wx\.showToast/)
  })

  test('a wait that times out reports what the page showed', async (t) => {
    const { host } = await openFixture(t)
    await three(host)
    await assert.rejects(host.waitFor('#never', { timeout: 20 }), /not within 20 ms: #never[^]*教学大纲/)
  })
})

describe("the app's realm", () => {
  test('the realm has no browser, no Node, no Intl, and evaluates no text', async (t) => {
    const { probe } = await Probe.open(t)
    const { ok } = await probe.try('globals')
    assert.deepEqual([...new Set(Object.values(ok as object))], ['undefined'])
    assert.ok((await probe.try('evaluate')).threw)
  })

  test('the app receives objects and errors of its own realm', async (t) => {
    const { probe } = await Probe.open(t)
    assert.equal((await probe.try('own', 'getWindowInfo')).ok, true)
    assert.equal((await probe.try('fsSync', 'statSync', 'wxfile://usr/none')).own, true)
  })

  test('the main package cannot require a file of a sub-package', async (t) => {
    const { probe } = await Probe.open(t)
    assert.match(
      String((await probe.try('require', '../../packages/more/own.js')).threw),
      /lies in the sub-package packages\/more/,
    )
  })

  test('several hosts live in turn and side by side, and share nothing', async (t) => {
    const first = await Probe.open(t)
    const second = await Probe.open(t)
    await first.probe.call('setStorage', { key: 'who', data: 'first' })
    assert.deepEqual(await second.probe.call('getStorage', { key: 'who' }), { fail: 'getStorage:fail data not found' })
    first.probe.start('navigateTo', { url: '/pages/detail/index?name=only' })
    await first.host.waitFor('#name')
    assert.equal(second.host.page.route, 'pages/probe/index')
    assert.equal('document' in globalThis || 'nv_length' in Array.prototype, false)
  })
})
