import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { openOwn, openPhone, openSignedIn, wordsOf } from '../Phone'
import { openSite, origin } from '../site'

const site = openSite()

describe('[CTX-02] the headers of every call', () => {
  test('calls go to /api with JSON, X-Requested-With and the request token, POST with a body, else GET; an Auth-Token replaces cookies', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '课表.txt' })
    const phone = await openPhone(t, site.wire)
    const { host } = phone
    await phone.signIn(user.login)
    await phone.goTo(phone.t('space.own'))
    await phone.menu('课表.txt')
    await phone.choose('menu.favourite')
    await phone.toast('favourite.added')

    const calls = host.requests.filter(({ kind }) => kind === 'request')
    for (const { url, method, header } of calls) {
      assert.ok(url.startsWith(`${origin}/api/`), url)
      assert.equal(header['x-requested-with'], 'XMLHttpRequest', url)
      assert.equal(header['content-type'], 'application/json', url)
      assert.equal(header.cookie, undefined, url)
      assert.ok(['GET', 'POST'].includes(method), method)
    }
    const posts = calls.filter(({ method }) => method === 'POST').map(({ url }) => url.split('/api/apps/')[1])
    assert.deepEqual(posts, ['users/login', 'frequently_used_items/add'])
    assert.ok(calls.filter(({ method }) => method === 'POST').every(({ header }) => header.requesttoken))
    const signedIn = calls.slice(calls.findIndex(({ url }) => url.endsWith('/users/login')) + 1)
    const tokens = new Set(signedIn.map(({ header }) => header['auth-token']))
    assert.deepEqual([...tokens], [JSON.parse(String(host.storage.authToken))])
    assert.equal(new Set(signedIn.map(({ header }) => header.requesttoken)).size, 1)
    assert.ok(signedIn[0]!.header.requesttoken)
    assert.ok(signedIn.length > 5)
  })

  deepTest('headers carry the language: WeChat’s, until the user chooses one', async (t) => {
    const phone = await openPhone(t, site.wire)
    await phone.until('.login-submit')
    await phone.press('简体中文')
    await phone.press('繁體中文')
    phone.words = wordsOf('zh-TW')
    await phone.reads(phone.t('login.submit'))
    await phone.signIn('nobody@test')
    await phone.reads('帳號或密碼')
    const languages = phone.host.requests.map(({ header }) => header['x-lang'])
    assert.deepEqual([languages[0], languages.at(-1)], ['zh-CN', 'zh-TW'])
  })
})

describe('[CTX-04] the start', () => {
  deepTest('the start requests sign-in state, base info and space info at once', async (t) => {
    const phone = await openPhone(t, site.wire)
    await phone.at('login')
    const asked = phone.host.requests.map(({ url }) => url.split('/api/apps/')[1])
    assert.deepEqual(asked.sort(), [
      'frequently_used_items/get_space_info',
      'users/get_base_info',
      'users/is_user_logged_in',
    ])
  })

  deepTest('a stranger signs in and returns to the same place', async (t) => {
    const user = await site.make.user()
    const folder = await site.make.folder({ owner: user }, { name: '教案' })
    await site.make.file({ parent: folder }, { name: '第一课.txt' })
    const phone = await openPhone(t, site.wire, {
      path: 'pages/files/index',
      query: { space: 'folder', id: String(folder.id) },
    })
    await phone.at('login')
    assert.equal(phone.host.pages.length, 1)
    await phone.signIn(user.login)
    await phone.at('files', { space: 'folder', id: String(folder.id) })
    await phone.row('第一课.txt')
    assert.equal(phone.title, '教案')
  })

  deepTest('a signed-in user stays so over a start, and an expired token is dropped silently', async (t) => {
    const user = await site.make.user()
    const first = await openSignedIn(t, site.wire, user)
    const again = await openPhone(t, site.wire, { storage: first.host.storage })
    await again.at('files', {})
    await again.reads(again.t('empty.frequent.title'))
    await site.server.deps.db.deleteFrom('sessions').where('user_id', '=', user.id).execute()
    const late = await openPhone(t, site.wire, { storage: first.host.storage })
    await late.at('login')
    assert.equal(late.host.$('.dialog'), null)
    assert.equal(late.host.storage.authToken, undefined)
  })

  deepTest('an unreachable server is reported, and the start can be retried', async (t) => {
    const cut = site.wire.cut('/api/')
    const phone = await openPhone(t, site.wire)
    await phone.reads(phone.t('failure.network'))
    cut.stop()
    await phone.press(phone.t('action.retry'))
    await phone.at('login')
  })

  deepTest('the fields say what is missing or wrong', async (t) => {
    const phone = await openPhone(t, site.wire)
    await phone.until('.login-submit')
    await phone.press(phone.t('login.submit'))
    await phone.reads(phone.t('login.accountRequired'))
    phone.fill(0, 'somebody@test')
    await phone.press(phone.t('login.submit'))
    await phone.reads(phone.t('login.passwordRequired'))
    phone.fill(1, 'wrong')
    phone.host.confirm(phone.host.$$('.field-input')[1]!)
    await phone.reads('账号或密码')
    assert.equal(phone.host.$('.dialog'), null)
  })
})

describe('[CTX-03] authentication that expires', () => {
  deepTest(
    'parallel 401s prompt once and drop the token, and after signing in the same place loads again',
    async (t) => {
      const user = await site.make.user()
      const folder = await site.make.folder({ owner: user }, { name: '教案' })
      await site.make.file({ parent: folder }, { name: '第一课.txt' })
      const phone = await openOwn(t, site.wire, user)
      const { host } = phone
      await phone.open('教案')
      await phone.row('第一课.txt')
      await site.endSessions()
      const parallel = site.wire.hold('/api/apps/')
      host.fire('.virtual-list', 'refresherrefresh')
      await phone.menu('第一课.txt')
      await phone.choose('menu.favourite')
      host.pick([{ name: '合影.jpg', size: 6e6 }])
      await phone.add('upload.media')
      await phone.until(() => parallel.waiting === 3)
      site.wire.clear()

      const { text, buttons } = await phone.dialog()
      assert.deepEqual([text, buttons], [phone.t('failure.sessionExpired'), [phone.t('failure.signIn')]])
      await phone.reads(phone.t('upload.paused', { done: 0, total: 1 }))
      await phone.until(() => host.requests.filter(({ status }) => status === 401).length > 1)
      assert.equal(host.storage.authToken, undefined)
      await phone.answer('failure.signIn')
      await phone.at('login')
      assert.equal(host.pages.length, 3)
      await phone.signIn(user.login)
      await phone.at('files', { space: 'folder', id: String(folder.id) })
      assert.equal(host.pages.length, 2)
      await phone.reads(phone.t('upload.finished', { n: 1 }))
      const added = () => host.requests.filter(({ url }) => url.endsWith('/frequently_used_items/add'))
      await phone.until(() => added().length === 2 && added()[1]?.status === 200)
      await phone.row('第一课.txt')
      assert.equal(host.$('.dialog'), null)
      await phone.until(() => !host.$('.virtual-list')!.attr('refresher-triggered'))
    },
  )

  deepTest('leaving the sign-in page returns to the same place, and the next action asks again', async (t) => {
    const user = await site.make.user()
    await site.make.file({ owner: user }, { name: '课表.txt' })
    const phone = await openOwn(t, site.wire, user)
    const { host } = phone
    await phone.row('课表.txt')
    await site.endSessions()
    host.fire('.virtual-list', 'refresherrefresh')
    await phone.answer('failure.signIn')
    await phone.at('login')
    host.back()
    await phone.at('files', { space: 'own' })
    await phone.row('课表.txt')
    await phone.until(() => !host.$('.virtual-list')!.attr('refresher-triggered'))
    host.fire('.virtual-list', 'refresherrefresh')
    await phone.until(() => host.page.route === 'packages/account/login/index' || host.$('.dialog'))
  })

  deepTest('another user finds nothing of the one before', async (t) => {
    const [user, other] = [await site.make.user(), await site.make.user()]
    await site.make.file({ owner: user }, { name: '成绩单.txt' })
    const drafts = { [`shares.${user.id}`]: JSON.stringify([['file_1', { message: '成绩单，别外传' }]]) }
    const phone = await openOwn(t, site.wire, user, { storage: drafts })
    await phone.row('成绩单.txt')
    assert.ok(JSON.stringify(phone.host.storage).includes('别外传'))
    await site.endSessions()
    phone.host.fire('.virtual-list', 'refresherrefresh')
    await phone.answer('failure.signIn')
    await phone.at('login')
    await phone.signIn(other.login)
    await phone.at('files', { space: 'frequent' })
    assert.equal(phone.host.pages.length, 1)
    assert.ok(!JSON.stringify(phone.host.storage).includes('成绩单'))
  })
})

describe('the terms that a user accepts by signing in', () => {
  deepTest(
    'WeChat’s own guide covers personal data, and the terms open in a web-view where the operator has an address',
    async (t) => {
      const { config } = site.server.deps
      const bare = await openPhone(t, site.wire)
      await bare.press(bare.t('login.privacy'))
      await bare.until(() => bare.host.privacyContracts === 1)
      assert.ok(!bare.host.text().includes(bare.t('login.terms')))

      Object.assign(config, { termsUrl: 'https://school.test/terms' })
      t.after(() => Object.assign(config, { termsUrl: null }))
      const phone = await openPhone(t, site.wire)
      await phone.until('.login-submit')
      phone.fill(0, 'liwei')
      await phone.press(phone.t('login.terms'))
      const view = await phone.until('web-view')
      assert.equal(view.attr('src'), 'https://school.test/terms')
      phone.host.back()
      await phone.at('login')
      assert.equal(phone.host.$$('.field-input')[0]!.attr('value'), 'liwei')
    },
  )
})
