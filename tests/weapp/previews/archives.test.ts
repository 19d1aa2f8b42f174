import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { describe, test, type TestContext } from 'node:test'
import { deepTest } from '../../support/deep'
import { gbkZip, packed } from '../../support/samples/archives'
import { docx, photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { openFile } from '../Phone'
import { openSite } from '../site'

const site = openSite()

const openArchive = (t: TestContext, name: string, content: Buffer) => openFile(t, site, name, content)

describe('[PREV-04] archives', () => {
  test('an archive opens folder by folder, opens a file of it, and goes back step by step', async (t) => {
    const phone = await openArchive(
      t,
      '资料.zip',
      gbkZip({ '资料/a/说明.txt': 'told', '资料/b.txt': 'b', 'top.txt': 'top' }),
    )
    await phone.open('资料')
    await phone.open('a')
    await phone.reads('资料 / a')
    await phone.open('说明.txt')
    await phone.until('.reading-row')
    await phone.reads('told')
    await phone.host.back()
    await phone.readsNot('told')
    await phone.reads('资料 / a')
    await phone.host.back()
    await phone.reads('b.txt')
    await phone.readsNot('资料 / a')
    phone.host.tap(await phone.icon('chevron-left'))
    await phone.reads('top.txt')
    await phone.host.back()
    await phone.at('files', { space: 'own' })
  })

  deepTest('a picture of an archive is shown, and a document opens as it is', async (t) => {
    const content = docx('told')
    const phone = await openArchive(t, '包.zip', zip({ '照片.jpg': await photo(), '通知.docx': content }))
    await phone.open('照片.jpg')
    const picture = await phone.until(() => phone.host.$('.preview-picture'))
    assert.match(String(picture.attr('src')), /^https:.*kind=image_1024&.*entry=0/)
    phone.host.back()
    await phone.until(() => !phone.host.$('.preview-picture'))
    await phone.open('通知.docx')
    const document = await phone.until(() => phone.host.openedDocuments[0])
    assert.deepEqual([document.fileType, readFileSync(document.disk).compare(content)], ['docx', 0])
  })

  deepTest('a damaged archive lists what is left, under a line that says so', async (t) => {
    const cut = zip({ 'a.txt': 'A', 'b.txt': 'b'.repeat(3000) }).subarray(0, 2000)
    const phone = await openArchive(t, '断.zip', cut)
    await phone.reads(phone.t('preview.archive.damaged'))
    await phone.reads('a.txt')
  })

  deepTest('an archive with a password says so', async (t) => {
    const phone = await openArchive(t, '锁.7z', await packed('x.7z', ['-psecret'], { 'a.txt': 'A' }))
    await phone.open('a.txt')
    await phone.reads(phone.t('preview.reason.zip_encrypted'))
  })
})
