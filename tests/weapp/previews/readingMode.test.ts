import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { heading, line, wordDocument } from '../../support/samples/documents'
import { openFile } from '../Phone'
import { openSite } from '../site'

const site = openSite()

describe('[AH-38] a document has a reading mode', () => {
  test('the page behind the phone’s viewer leads to the text, whose headings lead on; one tap leads back', async (t) => {
    const chapters = Array.from({ length: 30 }, (_, at) => heading(`第 ${at} 章`) + line('内容'.repeat(200)))
    const phone = await openFile(t, site, '章程.docx', wordDocument(chapters.join('')))
    await phone.until(() => phone.host.openedDocuments[0])
    await phone.press(phone.t('preview.reading.mode'))
    await phone.until(() => phone.host.$$('.reading-heading').some(({ text }) => text === '第 0 章'))
    phone.host.tap(await phone.icon('list'))
    phone.host.tap(
      await phone.until(() => phone.host.$$('.reading-outline-row').find(({ text }) => text === '第 20 章')),
    )
    await phone.until(() => phone.host.$$('.reading-heading').some(({ text }) => text === '第 20 章'))
    const before = phone.host.openedDocuments.length
    phone.host.tap(await phone.icon('file'))
    await phone.until(() => phone.host.openedDocuments.length > before)
    assert.equal(phone.host.$('.reading-column'), null)
  })
})
