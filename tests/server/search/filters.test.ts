import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { readContents } from '../../support/search/contents'
import { found, make, SEARCH, server, signIn, startSearchServer, type Query } from './searchServer'

startSearchServer()

const minute = (n: number) => new Date(Date.UTC(2026, 0, 1, 0, n))
const second = (n: number) => minute(n).getTime() / 1000
const sorted = async (...search: Parameters<typeof found>) => (await found(...search)).names.sort()

let school: EnterpriseRow
let me: UserRow
let colleague: UserRow
let own: ItemRow
let inner: ItemRow
let shared: ItemRow
before(async () => {
  school = await make.enterprise()
  const unit = await make.department({ enterprise: school, name: '教务处' })
  me = await make.user({ department: unit, name: '王珂' })
  colleague = await make.user({ enterprise: school, name: '李蔚' })
  own = await make.folder({ owner: me }, { name: '报表', at: minute(1) })
  inner = await make.folder({ parent: own }, { name: '报表旧', at: minute(2) })
  await make.file({ parent: inner }, { name: '报表一.xlsx', at: minute(3) })
  await make.file({ owner: me }, { name: '报表二.pptx', at: minute(4) })
  await make.file({ department: unit }, { name: '报表三.docx', at: minute(5), creator: colleague })
  shared = await make.folder({ owner: colleague }, { name: '报表共享', at: minute(6) })
  await make.file({ parent: shared }, { name: '报表四.jpg', at: minute(7), creator: me })
  await make.file({ parent: shared }, { name: '报表五.heic', at: minute(8) })
  await make.collab(shared, { user: me }, 'viewer')
  await make.file({ owner: colleague }, { name: '报表私密.jpg', at: minute(9) })
})

describe('[AH-41] filters restrict what is found', () => {
  const table: [string, () => Query, string[]][] = [
    ['folders', () => ({ file_type_category: 'folder' }), ['报表', '报表共享', '报表旧']],
    ['documents', () => ({ file_type_category: 'document' }), ['报表三.docx']],
    ['sheets', () => ({ file_type_category: 'sheet' }), ['报表一.xlsx']],
    ['slides', () => ({ file_type_category: 'slides' }), ['报表二.pptx']],
    ['pictures', () => ({ file_type_category: 'image' }), ['报表五.heic', '报表四.jpg']],
    ['a kind that no file has', () => ({ file_type_category: 'audio' }), []],
    ['changed since a second, which counts', () => ({ modified_from: second(7) }), ['报表五.heic', '报表四.jpg']],
    ['changed until a second, which counts', () => ({ modified_to: second(2) }), ['报表', '报表旧']],
    ['changed in between', () => ({ modified_from: second(3), modified_to: second(3) }), ['报表一.xlsx']],
    [
      'created by a person, or in the person’s own space',
      () => ({ user_id: colleague.id }),
      ['报表三.docx', '报表五.heic', '报表共享', '报表四.jpg'],
    ],
    ['one’s own', () => ({ user_id: me.id }), ['报表', '报表一.xlsx', '报表二.pptx', '报表旧', '报表四.jpg']],
    [
      'all at once',
      () => ({ user_id: colleague.id, file_type_category: 'image', modified_to: second(7) }),
      ['报表四.jpg'],
    ],
    [
      'the whole space of a folder',
      () => ({ search_in_folder: inner.id, whole_space: true }),
      ['报表', '报表一.xlsx', '报表二.pptx', '报表旧'],
    ],
    [
      'the space of an invitation shows only what was shared',
      () => ({ search_in_folder: shared.id, whole_space: true }),
      ['报表五.heic', '报表共享', '报表四.jpg'],
    ],
  ]
  for (const [sentence, query, expected] of table) {
    test(sentence, async () => {
      const { names, total } = await found(me, '报表', query())
      assert.deepEqual([names.sort(), total], [[...expected].sort(), expected.length])
    })
  }

  test('without words a filter finds every item that it fits, newest first; without a filter nothing is found', async () => {
    assert.deepEqual((await found(me, '', { file_type_category: 'image' })).names, ['报表五.heic', '报表四.jpg'])
    const { names, total } = await found(me, '', { file_type_category: 'image', limit: 1, offset: 1 })
    assert.deepEqual([names, total], [['报表四.jpg'], 2])
    assert.deepEqual(await sorted(me, ' ', { user_id: me.id, search_in_folder: own.id }), ['报表一.xlsx', '报表旧'])
    for (const query of [{}, { search_in_folder: own.id }, { search_in_folder: own.id, whole_space: true }])
      assert.deepEqual(await found(me, '', query), { items: [], names: [], total: 0 })
  })
})

describe('[AH-41] a filter shows nothing that a search without it hides', () => {
  test('items of a person that were not shared are not found, and a person without shared items is like nobody', async () => {
    const stranger = await make.user({ name: '陌生人' })
    await make.file({ owner: stranger }, { name: '报表外人.jpg' })
    for (const words of ['报表', '']) {
      const nobody = await found(me, words, { user_id: 999_999 })
      assert.deepEqual(nobody, { items: [], names: [], total: 0 })
      assert.deepEqual(await found(me, words, { user_id: stranger.id }), nobody)
      const ofStranger = await found(stranger, words, { user_id: colleague.id })
      assert.deepEqual(ofStranger, nobody)
    }
    const all = await sorted(me, '', { modified_from: 0, limit: 200 })
    assert.ok(!all.includes('报表私密.jpg') && all.includes('报表四.jpg'), String(all))
  })

  test('a role that excludes a folder holds with every filter', async () => {
    const user = await make.user({ enterprise: school })
    const shut = await make.folder({ parent: shared }, { name: '报表关闭' })
    await make.file({ parent: shut }, { name: '报表机密.jpg' })
    await make.collab(shared, { user }, 'viewer')
    await make.collab(shut, { user }, 'reset')
    for (const query of [
      { user_id: colleague.id },
      { modified_from: 0 },
      { search_in_folder: shared.id, whole_space: true, modified_from: 0 },
    ])
      assert.deepEqual(await sorted(user, '', query), ['报表五.heic', '报表共享', '报表四.jpg'])
    await (
      await signIn(user)
    ).refused(SEARCH, { query_words: '', search_in_folder: shut.id, whole_space: true }, 'item_not_found')
  })

  test('the space of a foreign folder and of a missing one are refused alike', async () => {
    const stranger = await signIn(await make.user())
    const answers = []
    for (const id of [own.id, 999_999])
      answers.push(
        await stranger.refused(
          SEARCH,
          { query_words: '报表', search_in_folder: id, whole_space: true },
          'item_not_found',
        ),
      )
    assert.deepEqual(answers[0], answers[1])
  })

  test('malformed filters are refused', async () => {
    const client = await signIn(me)
    const malformed: Record<string, unknown>[] = [
      { file_type_category: 'everything' },
      { file_type_category: "image' or 1=1" },
      { modified_from: -1 },
      { modified_from: 1.5 },
      { modified_to: 253_402_300_800 },
      { modified_from: 2, modified_to: 1 },
      { user_id: 0 },
      { user_id: 'x' },
      { whole_space: 'maybe', search_in_folder: own.id },
      { whole_space: true },
      { whole_space: true, department_id: 0 },
      { whole_space: true, search_in_folder: 0 },
    ]
    for (const query of malformed)
      await client.refused(SEARCH, { query_words: '报表', ...query } as never, 'invalid_request')
  })
})

describe('[AH-41] words may stand in different fields, in any order', () => {
  test('each word in the name, its sound, the description, the creator, a tag or the content', async () => {
    const [owner, creator] = [await make.user(), await make.user({ enterprise: school, name: '欧阳修远' })]
    const file = await make.file({ owner }, { name: '采购纪要.txt', content: '会议决定购买显微镜二十台', creator })
    await make.file({ owner }, { name: '采购清单.txt', content: '显卡' })
    await make.tags(file, ['重要'])
    await server.deps.db.updateTable('items').set({ description: '第二版' }).where('id', '=', file.id).execute()
    await readContents(server.deps, file)
    const together = [
      '显微镜 采购',
      '采购 显微镜',
      'caigou 欧阳',
      '重要 第二版 jiyao',
      '修远 显微镜 cgjy 第二版',
      '采购 纪要',
    ]
    for (const words of together)
      assert.deepEqual([words, (await found(owner, words)).names], [words, ['采购纪要.txt']])
    for (const words of ['采购 电脑', '显微镜 清单', 'caigou 欧阳 电脑'])
      assert.deepEqual([words, (await found(owner, words)).total], [words, 0])
    const { items } = await found(owner, '采购 显微镜')
    assert.match(items[0]!.content, /显微镜/)
    assert.equal(items[0]!.hit_num, 2)
  })

  test('a word in the content counts only for users who may read it', async () => {
    const owner = await make.user({ enterprise: school })
    const folder = await make.folder({ owner })
    const file = await make.file({ parent: folder }, { name: '底稿.txt', content: '机密价格' })
    await readContents(server.deps, file)
    const uploader = await make.user({ enterprise: school })
    await make.collab(folder, { user: uploader }, 'uploader')
    assert.deepEqual([(await found(uploader, '底稿')).total, (await found(uploader, '底稿 价格')).total], [1, 0])
    assert.equal((await found(owner, '底稿 价格')).total, 1)
  })

  test('hostile words are answered: hundreds of words, wildcards, and nothing but signs', async () => {
    const client = await signIn(me)
    await client.refused(SEARCH, { query_words: 'ab '.repeat(1000) }, 'invalid_request')
    for (const words of [
      'ab '.repeat(333),
      '% _ * ? [a-z]',
      '(((( ))))',
      `'; drop table items; --`,
      'z'.repeat(1000),
      '\\',
      '报 '.repeat(300),
    ])
      assert.equal((await found(me, words)).total, 0, words)
  })
})
