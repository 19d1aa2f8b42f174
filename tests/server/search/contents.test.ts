import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import type { Role } from '@/contract/entities'
import { wordKeys } from '@/domain/search/words'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { drawPdf } from '../../../server/previews/converters/text/paper'
import { CONTENT_LIMIT } from '../../../server/previews/converters/readContent'
import { findOffice } from '../../../server/previews/makers/office'
import { client, type Client } from '../../support/client'
import { readContents } from '../../support/search/contents'
import { deepTest, isDeep } from '../../support/deep'
import { factories } from '../../support/factories'
import { docx, gbkText, pdf } from '../../support/samples/samples'
import { startTestServer, type TestServer } from '../../support/testServer'
import { upload } from '../../support/uploads/upload'

const SEARCH = 'GET /apps/files/search'
const withoutOffice = (await findOffice()) === null && 'LibreOffice is not installed'

let server: TestServer
let make: ReturnType<typeof factories>
before(async () => {
  server = await startTestServer()
  make = factories(server.deps)
})
after(() => server.close())

const sessionOf = async (user: UserRow) => client(server).as(user.login)
const found = async (who: Client, query_words: string, query = {}) => {
  const { items, num_found } = await who.call(SEARCH, { query_words, ...query })
  return { items, names: items.map(({ name }) => name).sort(), total: num_found, first: items[0] }
}
const nothing = { items: [], names: [], total: 0, first: undefined }

const read = (...items: { id: number }[]) => readContents(server.deps, ...items)
async function chinesePdf(...lines: string[]): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), 'satchel-pdf-'))
  await drawPdf(join(folder, 'a.pdf'), (paper) => lines.forEach((line) => paper.text(line)))
  const bytes = await readFile(join(folder, 'a.pdf'))
  await rm(folder, { recursive: true })
  return bytes
}

describe('[SRCH-03] searching the contents of documents', () => {
  const table: [string, string, () => Promise<Buffer> | Buffer, string, string][] = [
    ['text', '笔记.txt', () => Buffer.from('今天讨论了下学期的选修课程，大家都同意。'), '选修课程', '选修课程'],
    ['a word of two characters', '两字.txt', () => Buffer.from('此处提到采购的事。'), '采购', '采购'],
    ['one character', '一字.txt', () => Buffer.from('罕见字：龘。'), '龘', '龘'],
    ['a text in the encoding of Chinese Windows', '旧.txt', () => gbkText, '中文gbk编', '中文 GBK 编'],
    ['radicals, which programs write into PDFs', '部首.txt', () => Buffer.from('⻓⻋⾸⻚'), '长车首页', '长车首页'],
    [
      'white space and line ends in the text do not matter',
      '散.txt',
      () => Buffer.from('会 议\n  纪\t要\u3000草案'),
      '会议纪要草案',
      '会 议 纪 要 草案',
    ],
    [
      'case and width do not matter',
      '英.txt',
      () => Buffer.from('The ＱＵＡＲＴＥＲＬＹ Report'),
      'quarterly rep',
      'ＱＵＡＲＴＥＲＬＹ Rep',
    ],
    ['mixed scripts', '混.txt', () => Buffer.from('第 Q4 季度预算 v2 草案'), 'q4季度预算V2', 'Q4 季度预算 v2'],
    ['decomposed letters', '法.txt', () => Buffer.from('Cafe\u0301 Zoe\u0308'), 'café zoë', 'Café Zoë'],
    [
      'source code',
      '代码.py',
      () => Buffer.from('def import_applicants(path):\n    return None'),
      'import_applicants',
      'import_applicants',
    ],
    [
      'Markdown without its markup',
      '说明.md',
      () => Buffer.from('# 须知\n\n请**务**必*携*带[证件](http://a.b)'),
      '请务必携带证件',
      '请务必携带证件',
    ],
    [
      'a Markdown table',
      '表.md',
      () => Buffer.from('|项目|金额|\n|---|---|\n|显微镜|3200|'),
      '显微镜 3200',
      '显微镜 3200',
    ],
    [
      'words in traditional characters and another order',
      '信.txt',
      () => Buffer.from('張三的勞動合同'),
      '合同 张三',
      '張三的勞動合同',
    ],
    ['a PDF', '合同.pdf', () => chinesePdf('甲方：云舟科技', '乙方：明德学校'), '乙方：明德', '乙方:明德'],
    ['a second page of a PDF', 'two.pdf', () => pdf({ pages: ['One', 'Pineapple'] }), 'pineapple', 'Pineapple'],
  ]
  for (const [sentence, name, bytes, words, shown] of table) {
    deepTest(sentence, async () => {
      const me = await sessionOf(await make.user())
      const file = await upload(me, name, await bytes())
      await read(file)
      const { first, total } = await found(me, words)
      assert.deepEqual([first?.name, total, first?.hit_num], [name, 1, wordKeys(words).length])
      assert.ok(first!.content.normalize('NFKC').includes(shown.normalize('NFKC')), first!.content)
      assert.deepEqual((await found(me, `${words}不在里面`)).total, 0)
    })
  }

  test('an office document is found through LibreOffice', { skip: withoutOffice, timeout: 120_000 }, async () => {
    const me = await sessionOf(await make.user())
    const file = await upload(me, '纪要.docx', docx('会议决定采购二十台显微镜'))
    await read(file)
    const { first } = await found(me, '二十台显微镜')
    assert.deepEqual([first?.name, first?.content], ['纪要.docx', '会议决定采购二十台显微镜'])
  })

  deepTest(
    'an office document that was previewed before is read from its PDF',
    { skip: withoutOffice, timeout: 120_000 },
    async () => {
      const me = await sessionOf(await make.user())
      const file = await upload(me, '已看.docx', docx('原来的字'))
      const { body_id: bodyId } = await server.deps.db
        .selectFrom('versions')
        .select('body_id')
        .where('item_id', '=', file.id)
        .executeTakeFirstOrThrow()
      const { key } = await server.deps.previews['workspace'].keep(await pdfAt('另一份字'))
      await server.deps.db
        .insertInto('representations')
        .values({
          body_id: bodyId,
          kind: 'pdf',
          status: 'generated',
          reason: null,
          body_key: key,
          content_type: 'application/pdf',
          size: 1,
        })
        .execute()
      await read(file)
      assert.equal((await found(me, '另一份字')).total, 1)
    },
  )

  deepTest('names rank before contents; a name and its content are one result with all matches counted', async () => {
    const me = await sessionOf(await make.user())
    const inside = await upload(me, '甲.txt', Buffer.from('毕业典礼 毕业典礼 毕业典礼'))
    const both = await upload(me, '毕业典礼.txt', Buffer.from('毕业典礼安排'))
    await read(inside, both)
    const { items, total } = await found(me, '毕业典礼')
    assert.deepEqual(
      [items.map(({ name, hit_num }) => [name, hit_num]), total],
      [
        [
          ['毕业典礼.txt', 2],
          ['甲.txt', 3],
        ],
        2,
      ],
    )
    assert.deepEqual((await found(me, '毕业典礼', { file_type_category: 'folder' })).total, 0)
    assert.deepEqual([(await found(me, '毕业典礼', { limit: 1, offset: 1 })).names], [['甲.txt']])
  })

  deepTest('matches in several fields except the name are one result with all matches counted', async () => {
    const owner = await make.user({ name: '骆驼祥' })
    const me = await sessionOf(owner)
    const file = await upload(me, '丙.txt', Buffer.from('骆驼祥与骆驼祥'))
    await server.deps.db.updateTable('items').set({ description: '骆驼祥的' }).where('id', '=', file.id).execute()
    await read(file)
    const { items, total } = await found(me, '骆驼祥')
    assert.deepEqual([items.map(({ name, hit_num }) => [name, hit_num]), total], [[['丙.txt', 4]], 1])
  })

  deepTest('a passage from deep within a long text is cut at both ends', async () => {
    const me = await sessionOf(await make.user())
    const text = Array.from({ length: 4000 }, (_, n) => `第${n}段 Ａ㎏ é`).join('\n')
    const file = await upload(me, '长.txt', Buffer.from(`${text}\n关键的一句话\n${text}`))
    await read(file)
    const { first } = await found(me, '关键的一句')
    assert.match(first!.content, /^….{10,40}关键的一句话 第0段.*…$/su)
    assert.ok(Array.from(first!.content).length <= 122, first!.content)
    assert.equal((await found(me, '第3999段')).first?.hit_num, 2)
  })

  deepTest('a text is not read beyond the limit', async () => {
    const me = await sessionOf(await make.user())
    const file = await upload(me, '超长.txt', Buffer.from(`${'字'.repeat(CONTENT_LIMIT - 3)}界内的界外的`))
    await read(file)
    assert.deepEqual([(await found(me, '界内的')).total, (await found(me, '界外的')).total], [1, 0])
  })

  deepTest('scopes apply to contents, too', async () => {
    const owner = await make.user()
    const me = await sessionOf(owner)
    const folder = await make.folder({ owner })
    const [here, there] = [
      await upload(me, '这里.txt', Buffer.from('范围之内'), { folder_id: folder.id }),
      await upload(me, '那里.txt', Buffer.from('范围之内')),
    ]
    await read(here, there)
    assert.deepEqual((await found(me, '范围之内', { search_in_folder: folder.id })).names, ['这里.txt'])
    assert.deepEqual((await found(me, '范围之内', { department_id: 0 })).names, ['这里.txt', '那里.txt'].sort())
    assert.deepEqual((await found(me, '范围之内', { department_id: -1 })).total, 0)
  })
})

describe(
  'users without the right to preview do not find contents',
  { skip: !isDeep && 'only by npm run test:deep' },
  () => {
    let owner: UserRow
    let folder: ItemRow
    let file: { id: number }
    before(async () => {
      owner = await make.user({ name: '主人' })
      folder = await make.folder({ owner }, { name: '资料' })
      file = await upload(await sessionOf(owner), '名单.txt', Buffer.from('名单：机密的姓名'), { folder_id: folder.id })
      await read(file)
    })

    const roles: [Role, boolean][] = [
      ['coowner', true],
      ['editor', true],
      ['viewer_uploader', true],
      ['viewer', true],
      ['previewer_uploader', true],
      ['previewer', true],
      ['uploader', false],
      ['reset', false],
    ]
    for (const [role, mayRead] of roles) {
      deepTest(`the role ${role} ${mayRead ? 'finds it, with a passage' : 'neither finds nor counts it'}`, async () => {
        const user = await make.user({ enterprise: { id: owner.enterprise_id } })
        await make.collab(folder, { user }, role)
        const guest = await sessionOf(user)
        const { names, total, first } = await found(guest, '机密的姓名')
        assert.deepEqual(
          [names, total, first?.content],
          mayRead ? [['名单.txt'], 1, '名单:机密的姓名'.replace(':', '：')] : [[], 0, undefined],
        )
        const named = await found(guest, '名单')
        if (role === 'reset') assert.deepEqual(named, nothing)
        else assert.deepEqual([named.first?.content !== '', named.first?.hit_num], mayRead ? [true, 2] : [false, 1])
      })
    }

    deepTest('a user without an invitation finds nothing', async () => {
      for (const user of [await make.user(), await make.user({ enterprise: { id: owner.enterprise_id } })]) {
        assert.deepEqual(await found(await sessionOf(user), '机密的姓名'), nothing)
      }
    })

    deepTest('an uploader with a higher role on the file finds it', async () => {
      const user = await make.user({ enterprise: { id: owner.enterprise_id } })
      await make.collab(folder, { user }, 'uploader')
      await make.collab(file, { user }, 'previewer')
      assert.equal((await found(await sessionOf(user), '机密的姓名')).total, 1)
    })

    const states: [string, { scope?: number; is_encrypted?: boolean }][] = [
      ['a preview is not allowed (scope 1)', { scope: 1 }],
      ['the file was encrypted afterwards', { is_encrypted: true }],
    ]
    for (const [sentence, state] of states) {
      deepTest(`when ${sentence}, even its owner finds only the name, without a passage`, async () => {
        const { db } = server.deps
        await db.updateTable('items').set(state).where('id', '=', file.id).execute()
        const me = await sessionOf(owner)
        assert.deepEqual(await found(me, '机密的姓名'), nothing)
        const { first } = await found(me, '名单')
        assert.deepEqual([first?.name, first?.content, first?.hit_num], ['名单.txt', '', 1])
        await db.updateTable('items').set({ scope: 0, is_encrypted: false }).where('id', '=', file.id).execute()
      })
    }
  },
)

async function pdfAt(line: string): Promise<string> {
  const path = join(server.folder, 'shown.pdf')
  await drawPdf(path, (paper) => void paper.text(line))
  return path
}
