import assert from 'node:assert/strict'
import { before, describe, test } from 'node:test'
import { sql } from 'kysely'
import type { UserRow } from '../../../server/database/tables'
import { fillMissingSounds } from '../../../server/jobs/fillSounds'
import { fillSounds } from '../../../server/services/search/soundIndex'
import { soundForms, soundsOf, type SoundedText } from '../../../server/services/search/sounds'
import { found, make, server, signIn, startSearchServer } from './searchServer'

startSearchServer()

describe('[AH-41] how names sound', () => {
  const table: [string, string, SoundedText, string[]][] = [
    ['a name has its pinyin and its initials', '合同', 'name', ['he tong', 'h t']],
    [
      'letters and digits belong to the syllable before them, signs do not count',
      'Q4 预算（终稿）.xlsx',
      'name',
      ['yu suan zhong gaoxlsx', 'y s z gxlsx'],
    ],
    ['a word decides between readings', '重庆银行', 'name', ['chong qing yin hang', 'c q y h']],
    ['another reading of a character is known, too', '重庆', 'name', ['zhong qing', 'z q']],
    ['a surname is read as one', '单雄信', 'person', ['shan xiong xin', 's x x']],
    ['traditional characters sound like simplified ones', '台灣大學', 'name', ['tai wan da xue', 't w d x']],
    ['ü is typed as v or as u', '女生', 'name', ['nv sheng', 'nu sheng']],
    ['accents of other letters do not count', '咖啡 Café', 'name', ['ka feicafe']],
  ]
  for (const [sentence, text, kind, expected] of table) {
    test(`${sentence}: ${text}`, () => {
      const lines = soundsOf(text, kind).split('\n')
      for (const line of expected) assert.ok(lines.includes(line), `${line} in ${JSON.stringify(lines)}`)
    })
  }

  test('a name without Chinese characters has no sound, and a long name has a bounded one', () => {
    assert.equal(soundsOf('Release Notes.pdf', 'name'), '')
    assert.equal(soundsOf('', 'person'), '')
    for (const text of ['重'.repeat(10_000), '行a'.repeat(5000), '\u{20000}'.repeat(500)])
      assert.ok(soundsOf(text, 'name').length < 2500)
    assert.ok(soundsOf('重'.repeat(255), 'person').length < 1200, 'it fits into the index of people')
  })

  const forms: [string, string[], string[]][] = [
    ['采购合同.docx', ['hetong'], ['合同']],
    ['采购合同.docx', ['cght'], ['采购合同']],
    ['采购合同.docx', ['heto'], ['合同']],
    ['采购合同.docx', ['etong'], []],
    ['重庆', ['zhongqing'], ['重庆']],
    ['Release.pdf', ['release'], []],
    ['合同', ['合同', 'budget'], []],
  ]
  for (const [text, keys, expected] of forms)
    test(`${keys.join(' ')} is ${expected.join() || 'nothing'} in ${text}`, () =>
      assert.deepEqual(soundForms(text, keys), expected))
})

describe('[AH-41] names are found by pinyin and initials', () => {
  let me: UserRow
  const names = [
    '采购合同.docx',
    '重庆会议纪要.txt',
    '单位名册.xlsx',
    'hetong draft.pdf',
    'Q4 预算汇总.xlsx',
    '西安.txt',
  ]
  before(async () => {
    me = await make.user()
    for (const name of names) await make.file({ owner: me }, { name })
  })

  const table: [string, string, string[]][] = [
    ['pinyin; names with the letters themselves are found, too', 'hetong', ['hetong draft.pdf', '采购合同.docx']],
    ['the beginning of a syllable suffices', 'caigouh', ['采购合同.docx']],
    ['initials', 'cght', ['采购合同.docx']],
    ['initials within the name', 'gh', ['采购合同.docx']],
    ['both readings of a character', 'zhongqing', ['重庆会议纪要.txt']],
    ['its reading in the word', 'chongqing', ['重庆会议纪要.txt']],
    ['letters of the name beside a sound', 'q4 ysh', ['Q4 预算汇总.xlsx']],
    ['letters behind a sound', 'huizongxls', ['Q4 预算汇总.xlsx']],
    ['capitals', 'HuiYi', ['重庆会议纪要.txt']],
    ['an apostrophe', "xi'an", ['西安.txt']],
    ['words in any order, each by its own way', 'jiyao 重庆', ['重庆会议纪要.txt']],
    ['letters from within a syllable find nothing', 'etong', ['hetong draft.pdf']],
    ['one letter is no sound', 'h', ['hetong draft.pdf']],
    ['wildcards are letters', 'h%tong', []],
    ['patterns are letters', 'he.*', []],
  ]
  for (const [sentence, words, expected] of table) {
    test(`${sentence}: ${words}`, async () => {
      const { names: hits, total } = await found(me, words)
      assert.deepEqual([hits.sort(), total], [[...expected].sort(), expected.length])
    })
  }

  test('names that hold the letters come before names that sound like them, and the sounding part is named', async () => {
    const { items, names: hits } = await found(me, 'hetong')
    assert.deepEqual(hits, ['hetong draft.pdf', '采购合同.docx'])
    assert.ok(items[1]!.hit_words!.includes('合同'), String(items[1]!.hit_words))
    assert.equal(items[1]!.hit_num, 1)
  })

  test('a renamed item is found by its new sound at once, and no longer by the old one', async () => {
    const owner = await make.user()
    const file = await make.file({ owner }, { name: '草稿.txt' })
    assert.deepEqual((await found(owner, 'caogao')).names, ['草稿.txt'])
    const rename = async (name: string) =>
      (await signIn(owner)).call('POST /apps/files/edit', { item_typed_id: `file_${file.id}`, name })
    await rename('定稿')
    assert.deepEqual([(await found(owner, 'caogao')).total, (await found(owner, 'dinggao')).names], [0, ['定稿.txt']])
    await rename('final')
    assert.equal((await found(owner, 'dinggao')).total, 0)
  })

  test('copies and folders have sounds, too', async () => {
    const owner = await make.user()
    const target = await make.folder({ owner }, { name: '备份资料' })
    const file = await make.file({ owner }, { name: '成绩单.txt' })
    const client = await signIn(owner)
    await client.call('POST /apps/files/copy', { item_typed_ids: [`file_${file.id}`], target_folder_id: target.id })
    assert.deepEqual([(await found(owner, 'cjd')).total, (await found(owner, 'beifen')).names], [2, ['备份资料']])
  })

  test('people are found by the sound of their names: as creators, as editors and among the contacts', async () => {
    const enterprise = await make.enterprise()
    const [owner, creator] = [
      await make.user({ enterprise }),
      await make.user({ enterprise, name: '单雄信', login: 'x@test' }),
    ]
    await make.file({ owner }, { name: '甲.txt', creator })
    const { items } = await found(owner, 'shanxiong')
    assert.deepEqual([items.map(({ name }) => name), items[0]?.hit_num], [['甲.txt'], 1])
    for (const search_string of ['shan xiong', 'sxx', 'danxiong']) {
      const { contacts } = await (
        await signIn(owner)
      ).call('GET /apps/contacts/get', { search_string, include_users_without_department: true })
      assert.deepEqual([search_string, contacts.map(({ name }) => name)], [search_string, ['单雄信']])
    }
    await server.deps.db.updateTable('users').set({ name: '秦琼' }).where('id', '=', creator.id).execute()
    assert.deepEqual([(await found(owner, 'shanxiong')).total, (await found(owner, 'qinqiong')).total], [0, 1])
  })

  test('a search by sound shows nothing of others', async () => {
    const stranger = await make.user()
    for (const words of ['hetong', 'cght', 'chongqing']) assert.equal((await found(stranger, words)).total, 0)
  })
})

test('[AH-41] existing names are filled in bounded steps, also by two processes at once', async () => {
  const { db } = server.deps
  const owner = await make.user({ name: '回填人' })
  for (let n = 0; n < 12; n += 1) await make.file({ owner }, { name: `旧文件${n}.txt` })
  await sql`update item_sounds set sounds = null`.execute(db)
  await sql`update users set sounds = null`.execute(db)
  assert.ok((await fillSounds(db, 3)) <= 6)
  await Promise.all([fillMissingSounds(server.deps), fillMissingSounds(server.deps)])
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from item_sounds where sounds is null) + (select count(*) from users where sounds is null) as count`.execute(
    db,
  )
  assert.deepEqual(rows, [{ count: 0 }])
  assert.equal((await found(owner, 'jiuwenjian')).total, 12)
})
