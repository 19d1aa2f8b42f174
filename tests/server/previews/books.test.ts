import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { epub } from '../../support/samples/books'
import { zip } from '../../support/samples/zip'
import { contentsOf, readContents } from '../../support/search/contents'
import { bytesAt, fileOf, finished, server, startDocumentServer, textOf } from './documentServer'

describe('[PREV-02] books are shown as text', () => {
  startDocumentServer(() => new Date())

  const read = async (content: Buffer) => {
    const item = await fileOf('书.epub', content)
    const { preview_url, reason } = await finished(item.id)
    assert.equal(reason, null)
    await readContents(server.deps, item)
    const [found] = await contentsOf(server.deps, [item])
    return { shown: (await textOf(await bytesAt(preview_url))).replace(/\s+/g, ' '), found: found!.text }
  }

  test('[SRCH-03] the parts stand in the order of reading', async () => {
    const { shown, found } = await read(
      epub([
        {
          name: '第 一.xhtml',
          content: '<h1>第一章</h1><p>从<ruby>海<rt>hai</rt></ruby>开始&#8212;a<!-- c --> &lt;b&gt;</p>',
        },
        {
          name: 'b.xhtml',
          content: '<script>document.write("run")</script><p>second</p><img src="pictures/sea.png"/>',
        },
        {
          name: 'c.xhtml',
          content: '<h2>Third</h2><ol><li>x</li><li>y<ul><li>z</li></ul></li></ol><pre>a  b\nc</pre>',
        },
      ]),
    )
    assert.match(
      shown.replaceAll(' ', ''),
      /海边的课堂周舟第一章从海\(hai\)开始—a<b>second\[sea\.png\]Third1\.x2\.y•za *b *c/,
    )
    assert.match(found, /海边的课堂 周舟 第一章/)
    assert.doesNotMatch(shown, /document|run\b/)
  })

  test('a part that is missing is named as missing', async () => {
    const { shown } = await read(
      epub([
        { name: 'a.xhtml', content: '<p>first</p>' },
        { name: 'gone.xhtml', content: null },
        { name: 'c.xhtml', content: '<p>last</p>' },
      ]),
    )
    assert.match(shown, /first.*A part cannot be shown.*last/)
  })

  test('a book of pictures names them', async () => {
    const { shown } = await read(epub([{ name: 'p1.jpg', type: 'image/jpeg', content: Buffer.from('x') }]))
    assert.match(shown, /\[p1\.jpg\]/)
  })

  test('a book without text says so', async () => {
    assert.match((await read(epub([{ name: 'a.xhtml', content: '<p> </p>' }]))).shown, /There is no text to show/)
  })

  test('a book that only its shop opens says so', async () => {
    const encryption = `<encryption xmlns="urn:oasis:names:tc:opendocument:xmlns:container" xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData>
<enc:EncryptionMethod Algorithm="http://www.w3.org/2001/04/xmlenc#aes128-cbc"/><enc:CipherData><enc:CipherReference URI="OEBPS/a.xhtml"/></enc:CipherData></enc:EncryptedData></encryption>`
    const item = await fileOf(
      '书.epub',
      epub([{ name: 'a.xhtml', content: 'x' }], { 'META-INF/encryption.xml': encryption }),
    )
    assert.equal((await finished(item.id)).reason, 'office_encrypted')
  })

  test('an archive of something else is refused', async () => {
    const item = await fileOf('不是.epub', zip({ 'a.txt': 'a' }))
    assert.equal((await finished(item.id)).reason, 'extension_not_correct')
  })
})
