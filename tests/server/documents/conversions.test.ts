import assert from 'node:assert/strict'
import { after, afterEach, before, describe, test } from 'node:test'
import * as Y from 'yjs'
import { findOffice } from '../../../server/previews/makers/office'
import { client } from '../../support/client'
import { bytesOf, copiedAs, imported, markupOf, presentMarkup } from '../../support/documents/conversions'
import { endWriters, joinWriter, makeDocument, tokenOf } from '../../support/documents/writers'
import { factories } from '../../support/factories'
import { textsOfPages } from '../../support/previews/readPdf'
import { heading, item, line, run, table, wordDocument } from '../../support/samples/documents'
import { relations } from '../../support/samples/office'
import { startTestServer, type TestServer } from '../../support/testServer'
import { until } from '../../support/until'

const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'
let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer({ connections: 10 })
  make = factories(server.deps)
})
afterEach(endWriters)
after(() => server.close())

async function world() {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const folder = await make.folder({ owner })
  return { owner, folder, me: await client(server).as(owner.login) }
}

async function importOf(name: string, content: Buffer | string) {
  const { me, folder } = await world()
  const file = await make.file({ parent: folder }, { name, content })
  const made = await imported(me, file.id)
  return { me, folder, file, item: made, markup: await markupOf(server, made.id) }
}

const markdown = `# 计划 **一**

第一段，*强调*、\`代码\`和[网页](https://example.com/a)。

- 甲
  1. 子
- 乙

5. 五
6. 六

- [x] 做完
- [ ] 没做

> 引用

\`\`\`js
if (a < b) c()

d()
\`\`\`

| 项 | 数 |
|---|--:|
| 桌子 | **4** |

---

尾`

describe('[DOC-07] a file becomes a document beside it', () => {
  test('Markdown keeps its headings, marks, links, lists, tasks, quotes, code and tables', async () => {
    const { item: made, folder, markup } = await importOf('计划.md', markdown)
    assert.deepEqual([made.name, made.parent_folder_id], ['计划.ydoc', folder.id])
    const paragraph = (text: string) => `<paragraph>${text}</paragraph>`
    assert.equal(
      markup,
      [
        '<heading level="1">计划 <bold>一</bold></heading>',
        '<paragraph>第一段，<italic>强调</italic>、<code>代码</code>和<link href="https://example.com/a">网页</link>。</paragraph>',
        `<bulletlist><listitem>${paragraph('甲')}<orderedlist><listitem>${paragraph('子')}</listitem></orderedlist></listitem><listitem>${paragraph('乙')}</listitem></bulletlist>`,
        `<orderedlist start="5"><listitem>${paragraph('五')}</listitem><listitem>${paragraph('六')}</listitem></orderedlist>`,
        `<tasklist><taskitem checked="true">${paragraph('做完')}</taskitem><taskitem checked="false">${paragraph('没做')}</taskitem></tasklist>`,
        `<blockquote>${paragraph('引用')}</blockquote>`,
        '<codeblock language="js">if (a < b) c()\n\nd()</codeblock>',
        `<table><tablerow><tableheader>${paragraph('项')}</tableheader><tableheader>${paragraph('数')}</tableheader></tablerow>` +
          `<tablerow><tablecell>${paragraph('桌子')}</tablecell><tablecell>${paragraph('<bold>4</bold>')}</tablecell></tablerow></table>`,
        '<horizontalrule></horizontalrule>',
        paragraph('尾'),
      ].join(''),
    )
  })

  test('a document of Word keeps the same, and words stand for its pictures', async () => {
    const body = [
      heading('总则'),
      `<w:p>${run('粗', '<w:b/>')}${run('斜', '<w:i/>')}${run('删', '<w:strike/>')}<w:hyperlink r:id="l">${run('链')}</w:hyperlink></w:p>`,
      item('点', 2),
      item('深', 2, 1),
      item('点二', 2),
      item('一', 1),
      item('二', 1),
      item('章程', 3),
      line('☑ 做完'),
      table([
        ['项', '数'],
        ['桌子', `${line('四')}${line('张')}`],
      ]),
      line('尾'),
    ]
    const link = `<Relationship Id="l" Type="${relations}/hyperlink" Target="https://example.com/" TargetMode="External"/>`
    const { markup } = await importOf('章程.docx', wordDocument(body.join(''), { relationships: link }))
    const p = (text: string) => `<paragraph>${text}</paragraph>`
    const cells = (...texts: string[]) =>
      `<tablerow>${texts.map((text) => `<tablecell>${text}</tablecell>`).join('')}</tablerow>`
    assert.equal(
      markup,
      [
        '<heading level="1">总则</heading>',
        p('<bold>粗</bold><italic>斜</italic><strike>删</strike><link href="https://example.com/">链</link>'),
        `<bulletlist><listitem>${p('点')}${p('深')}</listitem><listitem>${p('点二')}</listitem></bulletlist>`,
        `<orderedlist><listitem>${p('一')}</listitem><listitem>${p('二')}</listitem></orderedlist>`,
        p('第一条 章程'),
        `<tasklist><taskitem checked="true">${p('做完')}</taskitem></tasklist>`,
        `<table>${cells(p('项'), p('数'))}${cells(p('桌子'), p('四') + p('张'))}</table>`,
        p('尾'),
      ].join(''),
    )
  })

  test('a long paragraph, a long table and a long cell are whole', async () => {
    const long = '长'.repeat(9000)
    const rows = Array.from({ length: 130 }, (_, at) => [`行${at}`, String(at)])
    const body = line(long) + table([...rows, ['格', long]])
    const { markup } = await importOf('长.docx', wordDocument(body))
    assert.equal(markup.split(long).length, 3)
    assert.equal(markup.match(/<table>/g)?.length, 1)
    assert.equal(markup.match(/<tablerow>/g)?.length, 131)
  })

  test('a plain text keeps each line', async () => {
    const { markup, item: made } = await importOf('诗.txt', '第一行\n\n# 第二行\n')
    assert.equal(markup, '<paragraph>第一行</paragraph><paragraph></paragraph><paragraph># 第二行</paragraph>')
    assert.equal(made.name, '诗.ydoc')
  })

  test('[DOC-02] an empty line has its text, in which all who begin there write', async () => {
    const { item: made } = await importOf('名单.txt', '甲\n\n乙')
    const document = new Y.Doc()
    Y.applyUpdate(document, new Uint8Array(await bytesOf(server, made.id)))
    const lines = document.getXmlFragment('default').toArray() as Y.XmlElement[]
    assert.deepEqual(
      lines.map((each) => each.toArray().map((child) => child instanceof Y.XmlText && child.toJSON())),
      [['甲'], [''], ['乙']],
    )
  })

  test('it opens in the editor at once, is found by its words, and a second one gets a number', async () => {
    const { me, file, item: made } = await importOf('操场.md', '塑胶跑道翻修')
    const writer = await joinWriter(server, { fileId: made.id, access: await tokenOf(me, made.id) })
    assert.deepEqual([writer.read(), writer.told('opened')?.role], [['塑胶跑道翻修'], 'write'])
    writer.write('还有')
    await writer.saved()
    await until('the words', async () =>
      (await me.call('GET /apps/files/search', { query_words: '跑道翻修' })).items.some(({ id }) => id === made.id),
    )
    assert.equal((await imported(me, file.id)).name, '操场 (1).ydoc')
  })
})

describe('[DOC-07] a document is copied as a file of another kind', () => {
  async function written() {
    const { me, owner, folder } = await world()
    const { item: document } = await makeDocument(me, 'ydoc', folder.id)
    const writer = await joinWriter(server, { fileId: document.id, access: await tokenOf(me, document.id) })
    return { me, owner, folder, document, writer }
  }

  test('the copy has what was written until then, and its name is numbered', async () => {
    const { me, owner, folder, document, writer } = await written()
    writer.write('早')
    await writer.saved()
    await me.call('POST /apps/documents/name_version', { file_id: document.id, name: '一' })
    writer.write('晚')
    await writer.saved()
    const first = await copiedAs(me, document.id, 'md', folder.id)
    assert.equal(String(await bytesOf(server, first.id)), '早\n\n晚\n')
    writer.write('更晚')
    await writer.saved()
    const second = await copiedAs(me, document.id, 'md', folder.id)
    assert.deepEqual([first.name, second.name], ['会议纪要.md', '会议纪要 (1).md'])
    assert.match(String(await bytesOf(server, second.id)), /更晚/)
    const log = await server.deps.db
      .selectFrom('audit_log')
      .select(['user_id', 'detail'])
      .where('deed', '=', 'item_copied')
      .where('item_id', '=', document.id)
      .execute()
    assert.equal(log.length, 2)
    assert.equal(log[0]?.user_id, owner.id)
  })

  test('two documents with a common version keep their own words', async () => {
    const { me, document, writer } = await written()
    const copied = await me.call('POST /apps/files/copy', { item_typed_ids: [document.typed_id], target_folder_id: 0 })
    const twin = copied.files_and_folders[0]!
    writer.write('只在原件')
    await writer.saved()
    const [mine, theirs] = await Promise.all([copiedAs(me, document.id, 'md'), copiedAs(me, twin.id, 'md')])
    assert.equal(String(await bytesOf(server, mine.id)), '只在原件\n')
    assert.doesNotMatch(String(await bytesOf(server, theirs.id)), /原件/)
  })

  test('Word and back again is the same document', async () => {
    const { me, item: made, markup } = await importOf('计划.md', markdown)
    const word = await copiedAs(me, made.id, 'docx')
    const back = await imported(me, word.id)
    // A document of Word names no language of code.
    assert.equal(await presentMarkupOf(back.id, me), markup.replace(' language="js"', ''))
    const copy = await copiedAs(me, made.id, 'md')
    const again = await imported(me, copy.id)
    assert.equal(await markupOf(server, again.id), markup)
  })

  test('as PDF it has the words of the document', { skip: withoutOffice }, async () => {
    const { me, item: made } = await importOf('计划.md', markdown)
    const copy = await copiedAs(me, made.id, 'pdf')
    const text = (await textsOfPages(await bytesOf(server, copy.id))).join('\n')
    for (const word of ['计划', '网页', '没做', '引用', 'if (a < b) c()', '桌子', '尾'])
      assert.ok(text.includes(word), word)
  })

  async function presentMarkupOf(id: number, me: Awaited<ReturnType<typeof world>>['me']) {
    await me.call('GET /yiqixie/get_access_url', { file_id: id })
    return presentMarkup(server, id)
  }
})

test('[DOC-07] a server without LibreOffice makes no PDF, and says so', async () => {
  const without = await startTestServer({ soffice: null })
  try {
    const factory = factories(without.deps)
    const enterprise = await factory.enterprise({ collaborative_document: true })
    const me = await client(without).as((await factory.user({ enterprise })).login)
    const { item: document } = await makeDocument(me)
    const request = { file_id: document.id, parent_folder_id: 0 }
    await me.refused('POST /apps/documents/copy_as', { ...request, format: 'pdf' }, 'not_support')
    assert.equal((await copiedAs(me, document.id, 'docx')).name, '会议纪要.docx')
  } finally {
    await without.close()
  }
})
