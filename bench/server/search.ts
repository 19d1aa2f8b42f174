import http from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../server/database/connect'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'
import { timed } from './timed'

const names = 200_000
const documents = 20_000
/** words of two characters per document */
const documentWords = 250
/** words of the documents' language, most frequent first */
const vocabulary = 5000
const folders = 400
const runs = 3
const calls = 200

const topics = [
  '招生',
  '期中考试',
  '高一（3）班',
  '教务处',
  '校园开放日',
  '食堂采购',
  '教师节',
  '设备报修',
  '操场改造',
  '合唱比赛',
  '体检',
  '家长会',
  '志愿者',
  '社团',
  '毕业典礼',
  '奖学金',
  '实验室',
  '图书馆',
  '安全演练',
  '信息中心',
  'Q3 budget',
  'Sales',
  '客户',
  '供应商',
  '发布会',
  '人事',
  '考勤',
  '培训',
  '招聘',
  '年会',
]
const kinds = [
  '合同',
  '预算汇总',
  '会议纪要',
  '工作计划',
  '成绩单',
  '简章',
  '通知',
  '照片',
  '海报',
  '名单',
  '报名表',
  '值班表',
  '清单',
  '方案',
  '总结',
  '述职',
  '台账',
  '协议',
  'report',
  'notes',
  'draft',
  '扫描件',
  '录音',
  '课件',
  '教案',
  '日程',
  '说明书',
  '效果图',
  '统计',
  '档案',
]

/** Words of two characters, each half of a topic or a kind; they match thousands of files. */
const two = ['合同', '招生', '预算', '纪要', '成绩', '名单', '操场', '社团', 'q3', '台账']
const more = [
  '工作计划',
  '招生简章',
  '会议纪要',
  '图书馆合同',
  '预算汇',
  'sales report',
  '期中考试成绩',
  '说明书',
  '第 1234',
  '不在任何名称里',
]

const sentence = '请各部门于本月底前提交材料'
/** Words by rank: the 100th is in half of the documents, the last in few. The sentence is in every tenth document, the number in one. */
const written = [100, 300, 500, 1000, 2000, 3000, 4000]
  .map(wordOf)
  .concat(sentence, sentence.slice(2, 7), '存档编号一二三四〇')

function wordOf(rank: number): string {
  return String.fromCodePoint(0x4e00 + ((rank * 37) % 2999), 0x5a00 + ((rank * 101) % 2003))
}

/** Searches all files as a member of a department with half of the names. The other half belongs to people who do not share. */
export async function measureSearch(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const login = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const search = (words: string) =>
      timed(`${url}/api/apps/files/search?query_words=${encodeURIComponent(words)}`, headers, agent)
    const measured = async (words: readonly string[]) => {
      const p95: number[] = []
      for (let call = 0; call < words.length * 2; call += 1) await search(words[call % words.length]!)
      for (let run = 0; run < runs; run += 1) {
        const times: number[] = []
        for (let call = 0; call < calls; call += 1) times.push(await search(words[call % words.length]!))
        p95.push(percentile(times, 0.95))
      }
      return median(p95)
    }
    const [shortWords, longWords] = [await measured(two), await measured(more)]
    await fillContents(ground.db)
    const contents = await measured(written)
    agent.destroy()
    return [
      { id: 'server.search.two', value: shortWords },
      { id: 'server.search.more', value: longWords },
      { id: 'server.search.content', value: contents },
    ]
  } finally {
    await ground.close()
  }
}

export async function fill(db: Db, storage: Parameters<typeof factories>[0]['storage']): Promise<string> {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise({ name: '明德学校' })
  const department = await make.department({ enterprise, name: '教务处' })
  const member = await make.user({ department, login: 'searcher@test' })
  const author = await make.user({ department })
  const stranger = await make.user({ enterprise })
  const mine: number[] = []
  const foreign: number[] = []
  for (let at = 0; at < folders / 2; at += 1) {
    mine.push((await make.folder({ department }, { creator: author })).id)
    foreign.push((await make.folder({ owner: stranger })).id)
  }
  const {
    rows: [index],
  } = await sql<{ definition: string }>`select pg_get_indexdef('items_search_name'::regclass) as definition`.execute(db)
  await sql`drop index items_search_name`.execute(db)
  await sql`
    insert into items (parent_id, is_folder, name, name_key, extension, creator_id, updater_id, modified_at)
    select parent, false, name, name, 'docx', author, author, timestamptz '2026-01-01' + at * interval '1 minute'
    from (
      select at, (array[${sql.join([...mine, ...foreign])}]::bigint[])[1 + at % ${folders}] as parent,
        case when at % ${folders} < ${folders / 2} then ${author.id} else ${stranger.id} end::bigint as author,
        (2015 + at % 12) || ' 年' || (array[${sql.join(topics)}]::text[])[1 + (at / 7) % ${topics.length}]
          || (array[${sql.join(kinds)}]::text[])[1 + (at / 11) % ${kinds.length}] || ' 第 ' || at || ' 份.docx' as name
      from generate_series(1, ${names}) at
    ) made`.execute(db)
  await sql.raw(index!.definition).execute(db)
  await sql`vacuum analyze items`.execute(db)
  return member.login
}

/** Gives every tenth file an extracted text. */
export async function fillContents(db: Db): Promise<void> {
  const {
    rows: [index],
  } = await sql<{ definition: string }>`select pg_get_indexdef('contents_search'::regclass) as definition`.execute(db)
  await sql`drop index contents_search`.execute(db)
  await sql`create temporary table words as
    select rank, chr(${0x4e00} + rank * 37 % 2999) || chr(${0x5a00} + rank * 101 % 2003) as word from generate_series(0, ${vocabulary}::integer) rank`.execute(
    db,
  )
  await sql`
    with chosen as materialized (
      select id, row_number() over (order by id)::integer as at from items where name like '% 份.docx' and id % 10 = 0 order by id limit ${documents}
    ), new_bodies as (
      insert into bodies (key, size) select 'text' || id, 1 from chosen returning id, key
    ), new_versions as (
      insert into versions (item_id, number, body_id, name, extension, size, key, creator_id)
      select chosen.id, 1, new_bodies.id, '', 'docx', 1, 'text' || chosen.id, 1
      from chosen join new_bodies on new_bodies.key = 'text' || chosen.id returning item_id, id, body_id
    ), changed as (
      update items set current_version_id = new_versions.id from new_versions where items.id = new_versions.item_id
    )
    insert into contents (body_id, text, key, marks)
    select body_id, text, text, array(select generate_series(0, char_length(text) - 1, 256))
    from (
      select body_id, (
        select string_agg(word, '' order by n)
        from generate_series(1, ${documentWords}::integer) n
        join words on rank = floor(${vocabulary}::integer * power(abs(hashint8(chosen.id * 1009 + n)) / 2147483648.0, 3))
      ) || case when at % 10 = 3 then ${sentence}::text else '' end || case when at = 1234 then '存档编号一二三四〇' else '' end as text
      from new_versions join chosen on chosen.id = item_id
    ) written`.execute(db)
  await db.transaction().execute(async (transaction) => {
    await sql`set local maintenance_work_mem = '512MB'`.execute(transaction)
    await sql.raw(index!.definition).execute(transaction)
  })
  await sql`alter index contents_search alter column 1 set statistics 0`.execute(db)
  for (const table of ['items', 'versions', 'contents', 'bodies'])
    await sql`vacuum analyze ${sql.table(table)}`.execute(db)
}
