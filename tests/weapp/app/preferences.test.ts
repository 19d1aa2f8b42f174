import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { deepTest } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { openFile, openPhone, openSignedIn, type Phone, wordsOf } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const stored = (phone: Phone, key: string): unknown => {
  const text = phone.host.storage[key]
  return text === undefined ? undefined : JSON.parse(String(text))
}

describe('[I18N-02] language and wording', () => {
  test('a choice is stored and restarts the app at the same place, in new words of the app and of the server', async (t) => {
    const school = await site.make.enterprise({ name: '明德学校' })
    const user = await site.make.user({ enterprise: school })
    const folder = await site.make.folder({ owner: user }, { name: '资料' })
    await site.make.file({ parent: folder }, { name: '课表.txt' })
    const phone = await openSignedIn(t, site.wire, user)
    const { host } = phone
    await phone.goTo(phone.t('space.own'))
    await phone.open('资料')
    await phone.row('课表.txt')
    for (const [language, label] of [
      ['en', 'English'],
      ['zh-TW', '繁體中文'],
      ['zh-CN', '简体中文'],
    ] as const) {
      await phone.openMe()
      await phone.press(label)
      phone.words = wordsOf(language)
      await phone.titled(phone.t('me.title'))
      assert.deepEqual(
        host.pages.map(({ route }) => route),
        ['packages/account/me/index'],
      )
      await phone.until(() => host.requests.at(-1)!.header['x-lang'] === language)
      assert.equal(stored(phone, 'lang'), language)
    }

    await phone.press(phone.t('me.wordings.education'))
    await phone.until(() => host.requests.at(-1)!.header['x-lang-type'] === 'education')
    assert.equal(stored(phone, 'lang_type'), 'education')
    await phone.press('English')
    phone.words = wordsOf('en', 'education')
    await phone.titled(phone.t('me.title'))
    const again = await openPhone(t, site.wire, { storage: host.storage })
    again.words = wordsOf('en', 'education')
    await again.reads(again.t('empty.frequent.title'))
    assert.deepEqual([stored(again, 'lang'), stored(again, 'lang_type')], ['en', 'education'])
  })

  test('[I18N-01] WeChat’s own language applies until the user chooses one', async (t) => {
    const phone = await openPhone(t, site.wire, { language: 'zh_TW' })
    phone.words = wordsOf('zh-TW')
    await phone.reads(phone.t('login.title', { product: '書包雲盤' }))
    assert.equal(stored(phone, 'lang'), undefined)
    const other = await openPhone(t, site.wire, { language: 'zh_TW', storage: { lang: JSON.stringify('en') } })
    other.words = wordsOf('en')
    await other.reads(other.t('login.title', { product: 'Satchel' }))
  })

  deepTest('the server’s words follow the language', async (t) => {
    const phone = await openPhone(t, site.wire, { storage: { lang: JSON.stringify('en') } })
    phone.words = wordsOf('en')
    await phone.reads(phone.t('login.title', { product: 'Satchel' }))
    await phone.signIn('nobody@test', 'wrong')
    await phone.reads('The account or password is incorrect.')
    assert.match(phone.host.text('.field-error'), /^[\x20-\x7e’]+$/)
  })

  deepTest('education words name such an organisation differently, unless the user chose', async (t) => {
    const user = await site.make.user({ enterprise: await site.make.enterprise({ wording: 'education' }) })
    site.wire.answer('/frequently_used_items/get_list', 200, {
      success: false,
      errors: { external_errors: [{ error_code: 'enterprise_expired', error_msg: '', error_tr_msg: '到期' }] },
    })
    const phone = await openSignedIn(t, site.wire, user)
    await phone.reads('学校的服务已到期')
    const chosen = await openPhone(t, site.wire, {
      storage: { ...phone.host.storage, lang_type: JSON.stringify('default') },
    })
    await chosen.reads('公司的服务已到期')
  })
})

describe('[AH-22] the status bar over dark panels', () => {
  const letters = (phone: Phone) => (phone.host.page.chrome.bar as { frontColor: string } | undefined)?.frontColor
  const becomes = (phone: Phone, colour: string) => phone.until(() => letters(phone) === colour)
  const [white, black] = ['#ffffff', '#000000']

  test('is light over a picture, and dark again over the pages around it', async (t) => {
    const phone = await openFile(t, site, '照片.jpg', await photo())
    await phone.until('.preview-picture')
    await becomes(phone, white)
    phone.host.tap(await phone.icon('share-2'))
    await phone.at('share')
    await becomes(phone, black)
    phone.host.back()
    await phone.at('preview')
    await becomes(phone, white)
    phone.host.back()
    await phone.at('files')
    await becomes(phone, black)
  })

  deepTest('is light over the panel of a voice comment', async (t) => {
    const user = await site.make.user()
    const file = await site.make.file({ owner: user }, { name: '宣讲会.txt' })
    const query = { comment: '1', typed_id: `file_${file.id}` }
    const phone = await openSignedIn(t, site.wire, user, { path: 'packages/comments/index', query })
    phone.host.tap(await phone.until('.comments-bar .icon-button'))
    await phone.until('.voice-time')
    await becomes(phone, white)
    phone.host.audio.record({ data: 'mp3', duration: 2000 })
    await phone.press(phone.t('action.cancel'))
    await phone.until(() => !phone.host.$('.voice'))
    await becomes(phone, black)
  })

  deepTest('stays dark over a document in the light theme', async (t) => {
    const phone = await openFile(t, site, '说明.txt', '说明')
    await phone.at('preview')
    await becomes(phone, black)
  })
})

describe('[AH-22] light and dark', () => {
  const letters = (phone: Phone) => (phone.host.page.chrome.bar as { frontColor: string } | undefined)?.frontColor
  const isDark = (phone: Phone) => phone.host.$('.screen')?.classes.includes('theme-dark')
  const colour = (dark: boolean) => (dark ? '#ffffff' : '#000000')
  const looks = (phone: Phone, dark: boolean) =>
    phone.until(() => isDark(phone) === dark && letters(phone) === colour(dark))

  test('the colours follow the system until the user chooses, also later, on every page and at the next start', async (t) => {
    const user = await site.make.user()
    await site.make.folder({ owner: user }, { name: '资料' })
    const phone = await openSignedIn(t, site.wire, user, { theme: 'dark' })
    const { host } = phone
    await looks(phone, true)
    host.setTheme('light')
    await looks(phone, false)
    host.setTheme('dark')
    await looks(phone, true)

    const choose = async (key: 'system' | 'light' | 'dark') => {
      await phone.openMe()
      await phone.press(phone.t(`me.appearances.${key}`))
    }
    await choose('light')
    await looks(phone, false)
    host.back()
    await phone.at('files')
    await phone.goTo(phone.t('space.own'))
    await looks(phone, false)
    await phone.open('资料')
    await phone.titled('资料')
    await looks(phone, false)
    await choose('dark')
    await looks(phone, true)
    host.back()
    await phone.titled('资料')
    host.back()
    await phone.titled(phone.t('space.own'))
    await looks(phone, true)

    const again = await openPhone(t, site.wire, { storage: host.storage, theme: 'light' })
    await looks(again, true)
    await choose('system')
    host.setTheme('light')
    await looks(phone, false)
  })
})
