import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { UserRow } from '../../../server/database/tables'
import { readContents } from '../../support/search/contents'
import { deepTest } from '../../support/deep'
import { openOwn, openSignedIn, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
let user: UserRow
let folderId: number
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))

async function openSearch(phone: Phone) {
  phone.host.tap(await phone.until('.search-bar-field'))
  await phone.until('.search-input')
}

/** Types and taps the keyboard's own search key. */
function searchFor(phone: Phone, words: string) {
  const input = phone.host.$('.search-input')!
  phone.host.input(input, words)
  phone.host.confirm(input)
}

const namesBecome = (phone: Phone, expected: readonly string[]) =>
  phone.until(() => String(phone.names) === String(expected))
const marks = async (phone: Phone, name: string) => (await phone.row(name)).$$('.search-hit').map(({ text }) => text)
const asked = (phone: Phone) => phone.asked('/apps/files/search').map((url) => new URLSearchParams(url.split('?')[1]))

describe('searching', () => {
  before(async () => {
    const { make, server } = site
    user = await make.user({ name: '王珂' })
    const folder = await make.folder({ owner: user }, { name: '招生资料', at: minute(9) })
    folderId = folder.id
    await make.file({ parent: folder }, { name: '招生简章.txt', at: minute(8) })
    await make.file({ parent: folder }, { name: '采 购 合 同.docx', at: minute(7) })
    const noted = await make.file({ owner: user }, { name: '附件.txt', at: minute(6) })
    await server.deps.db
      .updateTable('items')
      .set({ description: '秋季招生工作的附件' })
      .where('id', '=', noted.id)
      .execute()
  })

  test('[SRCH-01] the placeholder fits beside WeChat’s menu on a small phone', async (t) => {
    const windowWidth = 320
    const phone = await openSignedIn(t, site.wire, user, { windowInfo: { windowWidth, screenWidth: windowWidth } })
    await openSearch(phone)
    await phone.reads(phone.t('search.hint.text'))
    const paddingRight = parseFloat((phone.host.$('.header-bar')!.element as HTMLElement).style.paddingRight)
    // px: the back button, the field's own padding and picture; a Chinese character is as wide as its type.
    const room = windowWidth - paddingRight - 48 - 46
    const words = String(phone.host.$('.search-input')!.attr('placeholder'))
    assert.ok(words && words.length * 16 <= room, `“${words}” in ${room} px`)
  })

  deepTest(
    '[SRCH-01] [SRCH-03] the search covers here or everywhere, marks matches, and names the matching field',
    async (t) => {
      const phone = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(folderId) } })
      await phone.row('招生简章.txt')
      await openSearch(phone)
      await phone.at('search', { search: '1', search_in: 'current', space: 'folder', id: String(folderId) })
      await phone.reads(phone.t('search.hint.title'))
      searchFor(phone, '招 生')
      await namesBecome(phone, ['招生简章.txt'])
      assert.deepEqual(await marks(phone, '招生简章.txt'), ['招生'])
      await phone.press(phone.t('search.in.all'))
      await namesBecome(phone, ['招生资料', '招生简章.txt', '附件.txt'])
      await phone.reads(phone.t('search.found', { n: 3 }))
      assert.deepEqual(await marks(phone, '附件.txt'), ['招生'])
      assert.ok((await phone.row('附件.txt')).$('.row-hits')!.text.startsWith(phone.t('search.field.description')))
      searchFor(phone, '合同')
      await namesBecome(phone, ['采 购 合 同.docx'])
      assert.deepEqual(await marks(phone, '采 购 合 同.docx'), ['合 同'])
      assert.deepEqual(
        asked(phone).map((query) => [query.get('query_words'), query.get('search_in_folder')]),
        [
          ['招生', String(folderId)],
          ['招生', null],
          ['合同', null],
        ],
      )
    },
  )

  deepTest(
    '[SRCH-03] text of a document is shown around the match, marked and counted; users who may not preview see none',
    async (t) => {
      const { make, server } = site
      const owner = await make.user()
      const folder = await make.folder({ owner }, { name: '会议' })
      const file = await make.file(
        { parent: folder },
        { name: '纪要.txt', content: '本次会议决定采购显微镜二十台。显微镜由教务处验收。' },
      )
      await readContents(server.deps, file)
      const phone = await openOwn(t, site.wire, owner)
      await openSearch(phone)
      searchFor(phone, '显微镜')
      await namesBecome(phone, ['纪要.txt'])
      const found = await phone.row('纪要.txt')
      const [hits, place] = [found.$('.row-hits')!, found.$('.row-where')!]
      assert.ok(hits.text.includes(phone.t('search.field.content')), hits.text)
      assert.ok(place.text.includes(phone.t('search.hits', { n: 2 })), place.text)
      assert.ok(place.text.startsWith('会议 · '), place.text)
      assert.deepEqual(await marks(phone, '纪要.txt'), ['显微镜', '显微镜'])

      const uploader = await make.user()
      await make.collab(folder, { user: uploader }, 'uploader')
      const other = await openOwn(t, site.wire, uploader)
      await openSearch(other)
      searchFor(other, '纪要')
      await other.press(other.t('search.in.all'))
      await namesBecome(other, ['纪要.txt'])
      searchFor(other, '显微镜')
      await other.reads(other.t('search.none.title', { words: '显微镜' }))
    },
  )

  deepTest('[SRCH-02] a search starts one second after the last letter, and blanks request nothing', async (t) => {
    const phone = await openOwn(t, site.wire, user)
    await openSearch(phone)
    const input = phone.host.$('.search-input')!
    for (const text of ['招', '招 ', '招 生']) phone.host.input(input, text)
    await namesBecome(phone, ['招生资料', '招生简章.txt', '附件.txt'])
    searchFor(phone, '  ')
    await phone.reads(phone.t('search.hint.title'))
    assert.deepEqual(
      asked(phone).map((query) => query.get('query_words')),
      ['招生'],
    )
  })

  deepTest(
    '[SRCH-04] back returns to the list; [RT-10] without search_in the page leads to the frequent space',
    async (t) => {
      const phone = await openOwn(t, site.wire, user)
      await openSearch(phone)
      searchFor(phone, '招生')
      await phone.row('招生简章.txt')
      phone.host.back()
      await phone.at('files', { space: 'own' })
      await phone.row('招生资料')

      const card = await openSignedIn(t, site.wire, user, {
        path: 'packages/search/index',
        query: { search: '1', search_in: 'all', search_text: encodeURIComponent('采购'), space: 'frequent' },
      })
      await namesBecome(card, ['采 购 合 同.docx'])
      const lost = await openSignedIn(t, site.wire, user, {
        path: 'packages/search/index',
        query: { search: '1', search_text: 'a' },
      })
      await lost.at('files', { space: 'frequent' })
      const files = await openSignedIn(t, site.wire, user, {
        query: { space: 'search', search_in: 'all', search_text: '采购' },
      })
      await files.at('search', { search_in: 'all' })
      await namesBecome(files, ['采 购 合 同.docx'])
    },
  )

  deepTest('a result opens, and its menu changes it in place, also in the list below', async (t) => {
    const owner = await site.make.user()
    const folder = await site.make.folder({ owner }, { name: '甲稿' })
    await site.make.file({ parent: folder }, { name: '里面.txt' })
    await site.make.folder({ owner }, { name: '乙稿' })
    const phone = await openOwn(t, site.wire, owner)
    await openSearch(phone)
    searchFor(phone, '稿')
    await phone.open('甲稿')
    await phone.row('里面.txt')
    phone.host.back()
    await phone.menu('甲稿')
    await phone.choose('menu.rename')
    await phone.until('.name-form')
    phone.fill(0, '甲定稿')
    await phone.press(phone.t('action.save'))
    await phone.row('甲定稿')
    await phone.menu('乙稿')
    phone.host.back()
    await phone.until(() => !phone.host.$('.sheet'))
    await phone.at('search')
    await phone.menu('乙稿')
    await phone.choose('menu.delete')
    await phone.answer('remove.confirm')
    await namesBecome(phone, ['甲定稿'])
    phone.host.back()
    await phone.at('files', { space: 'own' })
    await namesBecome(phone, ['甲定稿'])
  })

  deepTest(
    '[LIST-05] a search without a match names the words and offers all files, and a failure can be retried',
    async (t) => {
      const phone = await openSignedIn(t, site.wire, user, { query: { space: 'folder', id: String(folderId) } })
      await phone.row('招生简章.txt')
      await openSearch(phone)
      searchFor(phone, '附件')
      await phone.reads(phone.t('search.none.title', { words: '附件' }))
      await phone.press(phone.t('search.none.action'))
      await namesBecome(phone, ['附件.txt'])
      const cut = site.wire.cut('/apps/files/search')
      searchFor(phone, '简章')
      await phone.reads(phone.t('empty.failed.title'))
      cut.stop()
      await phone.press(phone.t('action.retry'))
      await namesBecome(phone, ['招生简章.txt'])
    },
  )
})

deepTest('[LIST-09] an enterprise that shares with a guest is in the panel and opens as a list', async (t) => {
  const { make } = site
  const guest = await make.user()
  const company = await make.enterprise({ name: '云舟科技' })
  const shared = await make.folder({ owner: await make.user({ enterprise: company }) }, { name: '需求' })
  await make.file({ parent: shared }, { name: '说明.txt' })
  await make.collab(shared, { user: guest }, 'viewer')
  const phone = await openOwn(t, site.wire, guest)
  await phone.openPlaces()
  const line = await phone.place(phone.t('navigation.external', { name: '云舟科技' }))
  phone.host.tap(line.$('.navigation-place')!)
  await phone.at('files', { space: 'external', id: `enterprise_${company.id}` })
  await phone.titled('云舟科技')
  await phone.open('需求')
  await phone.row('说明.txt')
})
