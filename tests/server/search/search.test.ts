import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { found, make, type Query, SEARCH, server, signIn, startSearchServer } from './searchServer'

startSearchServer()
const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 8, n))
const sorted = async (...search: Parameters<typeof found>) => (await found(...search)).names.sort()

describe('matches of a word', () => {
  const names = [
    '2026 年秋季招生简章（终稿）.pdf',
    '采 购 合 同.docx',
    '合同.pdf',
    '劳动合同样本.docx',
    'Release Notes 3.0.pdf',
    'ＢＵＤＧＥＴ２０２６.xlsx',
    'Q4 预算汇总.xlsx',
    'Café.txt'.normalize('NFD'),
    '100%_完成.txt',
    "成绩 [3班] 'a'.txt",
    '😀笔记.md',
    '台灣大學概況.pdf',
    '臺灣大學.docx',
    '\u2f2f作\u2f47志.txt',
  ]
  const table: [string, string, string[]][] = [
    ['one character', '章', ['2026 年秋季招生简章（终稿）.pdf']],
    ['two Chinese characters', '合同', ['采 购 合 同.docx', '合同.pdf', '劳动合同样本.docx']],
    ['three', '合同样', ['劳动合同样本.docx']],
    ['more', '秋季招生简章', ['2026 年秋季招生简章（终稿）.pdf']],
    ['two characters in another order', '同合', []],
    ['a name with all trigrams of the word, but without the word', '招生简章终稿', []],
    ['white space in the query', ' 合 同 ', ['采 购 合 同.docx', '合同.pdf', '劳动合同样本.docx']],
    ['white space in the name (decisions 4.21)', '年秋季', ['2026 年秋季招生简章（终稿）.pdf']],
    ['small letters find capitals', 'release', ['Release Notes 3.0.pdf']],
    ['capitals find small letters', 'NOTES', ['Release Notes 3.0.pdf']],
    ['across words', 'eNotes3', ['Release Notes 3.0.pdf']],
    ['mixed scripts', 'q4预', ['Q4 预算汇总.xlsx']],
    ['plain letters find full-width letters', 'budget2026', ['ＢＵＤＧＥＴ２０２６.xlsx']],
    ['full-width letters find plain letters', '（终稿）', ['2026 年秋季招生简章（终稿）.pdf']],
    ['composed letters find decomposed names', 'café', ['Café.txt'.normalize('NFD')]],
    ['letters without accents find letters with them', 'cafe', ['Café.txt'.normalize('NFD')]],
    ['letters with accents find letters without them', 'Nötés', ['Release Notes 3.0.pdf']],
    ['words in another order', '招生 2026', ['2026 年秋季招生简章（终稿）.pdf']],
    ['words of which one is missing', '招生 2027', []],
    ['simplified characters find traditional ones', '台湾大学', ['台灣大學概況.pdf', '臺灣大學.docx']],
    ['traditional characters find simplified ones', '採購合同', ['采 购 合 同.docx']],
    ['a mixture finds all forms', '臺湾', ['台灣大學概況.pdf', '臺灣大學.docx']],
    ['characters find the radicals that look like them, as PDFs contain them', '工作日志', ['\u2f2f作\u2f47志.txt']],
    ['radicals find characters', '合\u2f42', []],
    ['one traditional character', '購', ['采 购 合 同.docx']],
    ['forms of many characters', '秋季招生簡章（終稿）', ['2026 年秋季招生简章（终稿）.pdf']],
    ['signs beside forms', '[3班]', ["成绩 [3班] 'a'.txt"]],
    ['signs are letters, not patterns', '%_', ['100%_完成.txt']],
    ['quotes and brackets', `[3班]'a'`, ["成绩 [3班] 'a'.txt"]],
    ['an emoji', '😀', ['😀笔记.md']],
    ['the extension', '.docx', ['采 购 合 同.docx', '劳动合同样本.docx', '臺灣大學.docx']],
    ['a backslash and a quote find nothing and break nothing', `\\'"`, []],
  ]
  let user: UserRow
  before(async () => {
    user = await make.user({ name: 'owner' })
    for (const [at, name] of names.entries()) await make.file({ owner: user }, { name, at: minute(30 - at) })
  })
  for (const [sentence, words, expected] of table) {
    test(`${sentence}: ${words}`, async () => {
      const { names: hits, total } = await found(user, words)
      assert.deepEqual([hits.sort(), total], [[...expected].sort(), expected.length])
    })
  }

  for (const words of ['', ' ', ' \u3000\t']) {
    test(`[SRCH-02] an empty query does nothing: ${JSON.stringify(words)}`, async () => {
      assert.deepEqual(await found(user, words), { items: [], names: [], total: 0 })
    })
  }

  test('[SRCH-02] only the first 100 characters are searched', async () => {
    const long = '长'.repeat(100)
    await make.folder({ owner: user }, { name: long })
    assert.deepEqual((await found(user, `${long}不在名称里`)).names, [long])
    await (await signIn(user)).refused(SEARCH, { query_words: 'x'.repeat(1001) }, 'invalid_request')
    await (await signIn(user)).refused(SEARCH, {}, 'invalid_request')
  })

  test('names that hold the words side by side come before names that hold them apart', async () => {
    const owner = await make.user()
    const names = ['张三 劳动合同.pdf', '劳动合同张三.pdf', '合同 张三.pdf', '2026 合同张三.pdf']
    for (const [at, name] of names.entries()) await make.file({ owner }, { name, at: minute(30 - at) })
    assert.deepEqual((await found(owner, '合同 张三')).names, [names[2], names[1], names[3], names[0]])
  })

  test('words and forms are found in descriptions and in contents, and the forms are named for the marks', async () => {
    const owner = await make.user()
    const described = await make.file({ owner }, { name: '甲.pdf' })
    await server.deps.db
      .updateTable('items')
      .set({ description: '張三的勞動合同' })
      .where('id', '=', described.id)
      .execute()
    const { items, names } = await found(owner, '合同 张三')
    assert.deepEqual(names, ['甲.pdf'])
    assert.deepEqual([...items[0]!.hit_words!].sort(), ['合同', '张三', '張三'].sort())
    assert.equal(items[0]!.hit_num, 2)
  })

  test('names that start with the words come first, then names that contain them, then other matches, each newest first', async () => {
    const owner = await make.user()
    await make.file({ owner }, { name: '新合同.txt', at: minute(5) })
    await make.file({ owner }, { name: '旧合同.txt', at: minute(1) })
    await make.file({ owner }, { name: '合同甲.txt', at: minute(2) })
    await make.file({ owner }, { name: '合同乙.txt', at: minute(3) })
    const other = await make.file({ owner }, { name: '附件.txt', at: minute(9) })
    await server.deps.db.updateTable('items').set({ description: '合同的附件' }).where('id', '=', other.id).execute()
    assert.deepEqual((await found(owner, '合同')).names, [
      '合同乙.txt',
      '合同甲.txt',
      '新合同.txt',
      '旧合同.txt',
      '附件.txt',
    ])
  })

  test('pages of any size join to the whole list; a page has 25 results by default', async () => {
    const owner = await make.user()
    for (let n = 0; n < 30; n += 1) await make.folder({ owner }, { name: `招生${n}`, at: minute(n) })
    const all = (await found(owner, '招生', { limit: 100 })).names
    assert.deepEqual(
      all,
      Array.from({ length: 30 }, (_, n) => `招生${29 - n}`),
    )
    assert.equal((await found(owner, '招生')).items.length, 25)
    for (const limit of [1, 7, 30]) {
      const pages: string[] = []
      for (let offset = 0; offset < 30; offset += limit) {
        const page = await found(owner, '招生', { offset, limit })
        assert.equal(page.total, 30)
        pages.push(...page.names)
      }
      assert.deepEqual(pages, all)
    }
    assert.deepEqual((await found(owner, '招生', { offset: 30 })).names, [])
  })

  test('a renamed item is immediately found by its new name, no longer by the old one', async () => {
    const owner = await make.user()
    const file = await make.file({ owner }, { name: '草稿.txt' })
    await (await signIn(owner)).call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name: '定稿' })
    assert.deepEqual([(await found(owner, '草稿')).names, (await found(owner, '定稿')).names], [[], ['定稿.txt']])
  })
})

describe('[SRCH-03] name, description, creator, editor and tags match, and each result names its matches', () => {
  let owner: UserRow
  let file: ItemRow
  before(async () => {
    const { db } = server.deps
    owner = await make.user({ name: '归属人' })
    const folder = await make.folder({ owner }, { name: '资料' })
    const [creator, editor] = [await make.user({ name: '陈立方' }), await make.user({ name: '欧阳 修远' })]
    file = await make.file({ parent: folder }, { name: '预算.xlsx', creator })
    await db
      .updateTable('items')
      .set({ description: '给董事会的预算，第二版', updater_id: editor.id })
      .where('id', '=', file.id)
      .execute()
    for (const [position, name] of ['重要', '预算案'].entries()) {
      const tag = await db
        .insertInto('tags')
        .values({ enterprise_id: owner.enterprise_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('item_tags').values({ item_id: file.id, tag_id: tag.id, position }).execute()
    }
  })

  const table: [string, string, number][] = [
    ['the name, the description and a tag: three hits', '预算', 3],
    ['the description', '董事会', 1],
    ['the creator', '立方', 1],
    ['the editor, with a blank in his name', '欧阳修', 1],
    ['a tag', '重要', 1],
  ]
  for (const [sentence, words, hits] of table) {
    test(sentence, async () => {
      const {
        items: [item],
        total,
      } = await found(owner, words)
      assert.deepEqual([item?.name, item?.hit_num, total], ['预算.xlsx', hits, 1])
      assert.deepEqual(
        [item?.creator.name, item?.updater.name, item?.description],
        ['陈立方', '欧阳 修远', '给董事会的预算，第二版'],
      )
      assert.deepEqual([item?.tags.map(({ name }) => name), item?.content], [['重要', '预算案'], ''])
    })
  }

  test('a result has the fields of every list: place, role, permissions', async () => {
    const {
      items: [item],
    } = await found(owner, '董事会')
    assert.deepEqual(
      item?.path.map(({ name }) => name),
      ['', '资料'],
    )
    assert.deepEqual(
      [item?.final_role, item?.space, item?.permissions.includes('item_delete')],
      ['owner', 'personal_space', true],
    )
  })
})

describe('[SRCH-01] scopes', () => {
  let me: UserRow
  let school: EnterpriseRow
  let unit: DepartmentRow
  let office: DepartmentRow
  let own: ItemRow
  let inner: ItemRow
  let shared: ItemRow
  let foreign: ItemRow
  before(async () => {
    school = await make.enterprise()
    unit = await make.department({ enterprise: school, name: '教务处' })
    office = await make.department({ parent: unit, name: '报表办公室' })
    me = await make.user({ department: unit })
    await make.member(office, me)
    const colleague = await make.user({ enterprise: school })
    own = await make.folder({ owner: me }, { name: '报表' })
    inner = await make.folder({ parent: own }, { name: '报表旧' })
    await make.file({ parent: inner }, { name: '报表一.txt' })
    await make.file({ department: unit }, { name: '报表二.txt' })
    await make.file({ department: office }, { name: '报表三.txt' })
    shared = await make.folder({ owner: colleague }, { name: '报表共享' })
    await make.file({ parent: shared }, { name: '报表四.txt' })
    await make.collab(shared, { user: me }, 'viewer')
    foreign = await make.folder({ owner: await make.user() }, { name: '外来' })
    await make.file({ parent: foreign }, { name: '报表五.txt' })
    await make.collab(foreign, { user: me }, 'viewer')
    await make.collab(own, { user: colleague }, 'viewer')
  })

  const everything = [
    '报表',
    '报表一.txt',
    '报表二.txt',
    '报表三.txt',
    '报表四.txt',
    '报表五.txt',
    '报表办公室',
    '报表共享',
    '报表旧',
  ]
  const table: [string, () => Query, string[]][] = [
    ['without a place: every item that the user sees', () => ({}), everything],
    ['department_id 0: the own space', () => ({ department_id: 0 }), ['报表', '报表一.txt', '报表旧']],
    ['search_in_folder 0: the own space', () => ({ search_in_folder: 0 }), ['报表', '报表一.txt', '报表旧']],
    ['department_id -1: items shared by colleagues', () => ({ department_id: -1 }), ['报表共享', '报表四.txt']],
    [
      'a department and the departments below it',
      () => ({ department_id: unit.id }),
      ['报表三.txt', '报表二.txt', '报表办公室'],
    ],
    ['only a department, without its own folder', () => ({ department_id: office.id }), ['报表三.txt']],
    [
      'a folder and the folders in it, itself not among the results',
      () => ({ search_in_folder: own.id }),
      ['报表一.txt', '报表旧'],
    ],
    ['a deeper folder', () => ({ search_in_folder: inner.id }), ['报表一.txt']],
    ['a shared folder', () => ({ search_in_folder: shared.id }), ['报表四.txt']],
    [
      'an external enterprise or user',
      () => ({ external_typed_id: `enterprise_${enterpriseOf(foreign)}` }),
      ['报表五.txt'],
    ],
    [
      'file_type_category=folder',
      () => ({ file_type_category: 'folder' }),
      ['报表', '报表办公室', '报表共享', '报表旧'],
    ],
    ['folders of one place', () => ({ file_type_category: 'folder', department_id: 0 }), ['报表', '报表旧']],
  ]
  const enterprises = new Map<number, number>()
  const enterpriseOf = (item: ItemRow) => enterprises.get(item.creator_id)!
  before(async () => {
    for (const { id, enterprise_id } of await server.deps.db
      .selectFrom('users')
      .select(['id', 'enterprise_id'])
      .execute()) {
      enterprises.set(id, enterprise_id)
    }
  })
  for (const [sentence, query, expected] of table) {
    test(sentence, async () => assert.deepEqual(await sorted(me, '报表', query()), [...expected].sort()))
  }

  test('a foreign or missing folder or department is refused alike, also for an empty query; two places at once are refused', async () => {
    const stranger = await signIn(await make.user())
    for (const query_words of ['报表', '']) {
      const answers = []
      for (const id of [own.id, 999_999])
        answers.push(await stranger.refused(SEARCH, { query_words, search_in_folder: id }, 'item_not_found'))
      assert.deepEqual(answers[0], answers[1])
    }
    const departments = []
    for (const id of [unit.id, 999_999])
      departments.push(await stranger.refused(SEARCH, { query_words: '报表', department_id: id }, 'item_not_found'))
    assert.deepEqual(departments[0], departments[1])
    await (
      await signIn(me)
    ).refused(SEARCH, { query_words: '报表', search_in_folder: own.id, department_id: 0 }, 'invalid_request')
    assert.deepEqual(await found(me, '报表', { external_typed_id: 'enterprise_999999' }), {
      items: [],
      names: [],
      total: 0,
    })
  })
})
