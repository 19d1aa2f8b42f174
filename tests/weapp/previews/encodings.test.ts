import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { phrases } from '@/i18n/previews/zhCN'
import { client } from '../../support/client'
import { deepTest } from '../../support/deep'
import { encode } from '../../support/samples/encode'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { makeLink } from '../../support/shares/shares'
import { openFile, openPhone, type Phone } from '../Phone'
import { openSite } from '../site'

const site = openSite()
const words = phrases.preview.encoding
const NAME = '通知.txt'
const TEXT = 'Привет, мир! Это проверка кодировки.'
const bytes = encode(TEXT, 'koi8-r')
const otherwise = new TextDecoder('windows-1251').decode(bytes).slice(0, 6)

async function choose(phone: Phone, name: string): Promise<void> {
  const entry = () => phone.host.$$('.menu-entry').find(({ text }) => text.includes(name))
  phone.host.tap(await phone.until(entry))
}

const asked = (phone: Phone, call: string) =>
  phone.asked(call).map((url) => new URLSearchParams(url.split('?')[1]).get('encoding'))

describe('[PREV-02] a reader chooses the encoding of a text', () => {
  test('the menu of the preview leads to the encodings, and the text is read as chosen', async (t) => {
    const phone = await openFile(t, site, NAME, bytes)
    await phone.reads(TEXT)
    phone.host.tap(await phone.icon('ellipsis'))
    await choose(phone, words.title)
    await choose(phone, 'Windows-1251')
    await phone.reads(otherwise)
    assert.equal(asked(phone, 'representations/info').at(-1), 'windows-1251')
  })

  deepTest(
    '[LAND-05] a visitor of a link that forbids downloads chooses one, and sees pictures of the pages',
    async (t) => {
      const user = await site.make.user({ enterprise: await freeEnterprise(site) })
      const file = await site.make.file({ owner: user }, { name: NAME, content: bytes })
      const link = await makeLink(await client(site.server).as(user.login), file, { disable_download: true })
      const phone = await openPhone(t, site.wire, {
        path: 'packages/visit/index',
        query: { unique_name: link.unique_name },
      })
      await phone.until('.pages-picture')
      await phone.press(words.change)
      await choose(phone, 'Windows-1251')
      await phone.reads(words.now.replace('{name}', 'Windows-1251'))
      const picture = await phone.until(() => {
        const src = String(phone.host.$('.pages-picture')?.attr('src'))
        return src.includes('encoding=windows-1251') && src
      })
      assert.equal((await phone.host.fetchMedia(String(picture))).status, 200)
      assert.equal(asked(phone, 'representations/pages').at(-1), 'windows-1251')
    },
  )

  test('[AH-36] code is read as text with numbers and colours, words are found, and the pages are one tap away', async (t) => {
    const phone = await openFile(t, site, '课.js', 'const answer = 42\n\nfoo(answer)')
    await phone.until('.reading-keyword')
    assert.deepEqual(
      phone.host.$$('.reading-line-number').map(({ text }) => text),
      ['1', '2', '3'],
    )
    assert.deepEqual(phone.host.openedDocuments, [])
    phone.host.tap(await phone.icon('search'))
    const field = await phone.until('.reading-find-field')
    phone.host.input(field, 'answer')
    await phone.reads('1 / 2')
    await phone.press('Aa')
    await phone.press(phone.t('preview.reading.layout'))
    const document = await phone.until(() => phone.host.openedDocuments[0])
    assert.equal(document.fileType, 'pdf')
    await phone.press(phone.t('preview.reading.back'))
    await phone.until('.reading-keyword')
  })
})
