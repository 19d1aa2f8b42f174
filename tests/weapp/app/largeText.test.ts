import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import type { Language } from '@/contract/entities'
import { endBrowserAfter } from '../../browser/rig/browser'
import { deepTest, sample } from '../../support/deep'
import { photo } from '../../support/samples/samples'
import { illegibleOn } from '../layout'
import { openOwn, openPhone, openSignedIn, type Phone, wordsOf } from '../Phone'
import { openSite } from '../site'

const site = openSite()
endBrowserAfter()

/** The largest text size of WeChat's own setting. */
const textScale = 1.3
const phones = [
  { windowWidth: 375, windowHeight: 812 },
  { windowWidth: 320, windowHeight: 568 },
]

/** Collects the illegible texts of all screens that were looked at. */
class Faults {
  private readonly found: string[] = []

  constructor(private readonly of: string) {}

  async look(phone: Phone, name: string): Promise<void> {
    phone.host.check()
    const shot = process.env.SHOTS && `${process.env.SHOTS}/weapp-${this.of}-${name}.png`
    this.found.push(...(await illegibleOn(phone, shot)).map((fault) => `${name}: ${fault}`))
  }

  none(): void {
    assert.deepEqual(this.found, [])
  }
}

async function reading(phone: Phone, language: Language): Promise<Phone> {
  phone.words = wordsOf(language)
  await phone.until(() => phone.host.text())
  return phone
}

/** A user with the items that lists, menus and messages show. */
async function makeShownUser() {
  const { make, server } = site
  const department = await make.department({ name: '明德学校' })
  await make.department({ parent: department, name: '教务处' })
  const user = await make.user({ department })
  await make.file({ owner: user }, { name: '2026 年秋季招生简章（终稿）与报名表.jpg', content: await photo() })
  const secret = await make.file({ owner: user }, { name: '备份.zip' })
  await server.deps.db.updateTable('items').set({ is_encrypted: true }).where('id', '=', secret.id).execute()
  await make.folder({ owner: user }, { name: '资料' })
  await make.message(user, { notice: { name: '2026 年秋季招生简章（终稿）.pdf', folder: '招生办公室' } })
  return user
}

async function back(phone: Phone, gone: string): Promise<void> {
  phone.host.back()
  await phone.until(() => !phone.host.$(gone))
}

for (const language of sample(['zh-CN', 'en', 'zh-TW'] as const, 1)) {
  for (const windowInfo of sample(phones, 1)) {
    const size = `${windowInfo.windowWidth} × ${windowInfo.windowHeight}`
    const options = {
      textScale,
      windowInfo: { ...windowInfo, screenWidth: windowInfo.windowWidth, screenHeight: windowInfo.windowHeight },
      storage: { lang: JSON.stringify(language) },
    }
    describe(`[ROW-01] text of 130 % in ${language} on ${size}`, () => {
      deepTest('lists and everything that lies over them can be read', async (t) => {
        const user = await makeShownUser()
        const phone = await reading(await openOwn(t, site.wire, user, options), language)
        const faults = new Faults(`${language}-${windowInfo.windowWidth}`)
        await phone.row('备份.zip')
        assert.equal(phone.listLength, (3 * (24 + 40 * textScale)) / 64)
        await faults.look(phone, 'list')
        for (const [name, open, there] of [
          ['places', () => phone.openPlaces(), '.navigation'],
          ['menu', () => phone.menu('备份.zip'), '.sheet'],
          ['adding', async () => phone.host.tap(await phone.until('.foot-add')), '.action-grid'],
        ] as const) {
          await open()
          await phone.until(there)
          await faults.look(phone, name)
          await back(phone, there)
        }
        for (const [name, entry, there] of [
          ['properties', 'menu.properties', '.dialog, .sheet'],
          ['renaming', 'menu.rename', '.field-input, input'],
          ['deleting', 'menu.delete', '.dialog'],
        ] as const) {
          await phone.menu('备份.zip')
          await phone.choose(entry)
          await phone.until(there)
          await faults.look(phone, name)
          phone.host.back()
          await phone.until(() => !phone.host.$('.sheet, .dialog'))
        }
        await phone.openMe()
        await faults.look(phone, 'me')
        faults.none()
      })

      deepTest('pages of their own can be read', async (t) => {
        const user = await makeShownUser()
        const faults = new Faults(`${language}-${windowInfo.windowWidth}`)
        for (const [path, query, there] of [
          ['pages/files/index', { space: 'frequent' }, '.screen'],
          ['pages/files/index', { space: 'trash' }, '.empty'],
          ['pages/files/index', { space: 'collab' }, '.empty'],
          ['pages/files/index', { space: 'folder', id: '999999' }, '.empty'],
          ['packages/message/index', {}, '.message'],
          ['packages/account/security/index', {}, '.header'],
          ['packages/search/index', { search: '1', search_in: 'all', search_text: '简章', space: 'own' }, '.row'],
          ['packages/search/index', { search: '1', search_in: 'all', space: 'own' }, '.search-input'],
        ] as const) {
          const phone = await reading(await openSignedIn(t, site.wire, user, { ...options, path, query }), language)
          await phone.until(there)
          await faults.look(
            phone,
            `${path.replace(/^\w+\//, '').replaceAll('/', '-')}-${Object.values(query).join('-')}`,
          )
        }
        faults.none()
      })

      deepTest('sign-in with its errors can be read', async (t) => {
        const faults = new Faults(`${language}-${windowInfo.windowWidth}`)
        Object.assign(site.server.deps.config, { termsUrl: 'https://school.test/terms' })
        t.after(() => Object.assign(site.server.deps.config, { termsUrl: null }))
        const phone = await reading(await openPhone(t, site.wire, options), language)
        phone.host.tap(await phone.until('.login-submit button'))
        await phone.reads(phone.t('login.accountRequired'))
        await faults.look(phone, 'sign-in')
        faults.none()
      })
    })
  }
}

test('[ROW-01] a text size chosen while the app is in the background applies when it comes back', async (t) => {
  const phone = await openOwn(t, site.wire, await makeShownUser())
  const rowHeight = () => (phone.listLength * 64) / 3
  await phone.until(() => rowHeight() === 64)
  phone.host.hide()
  phone.host.setTextScale(textScale)
  phone.host.show()
  await phone.until(() => rowHeight() === 24 + 40 * textScale)
})
