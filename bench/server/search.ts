import http from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../server/database/connect'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'
import { timed } from './timed'

const names = 200_000
const folders = 400
const runs = 3
const calls = 200

const topics = [
  '招生', '期中考试', '高一（3）班', '教务处', '校园开放日', '食堂采购', '教师节', '设备报修', '操场改造', '合唱比赛', '体检', '家长会', '志愿者', '社团',
  '毕业典礼', '奖学金', '实验室', '图书馆', '安全演练', '信息中心', 'Q3 budget', 'Sales', '客户', '供应商', '发布会', '人事', '考勤', '培训', '招聘', '年会',
]
const kinds = [
  '合同', '预算汇总', '会议纪要', '工作计划', '成绩单', '简章', '通知', '照片', '海报', '名单', '报名表', '值班表', '清单', '方案', '总结', '述职', '台账', '协议',
  'report', 'notes', 'draft', '扫描件', '录音', '课件', '教案', '日程', '说明书', '效果图', '统计', '档案',
]

/** A word of two characters is half of a topic or a kind: it finds thousands. */
const two = ['合同', '招生', '预算', '纪要', '成绩', '名单', '操场', '社团', 'q3', '台账']
const more = ['工作计划', '招生简章', '会议纪要', '图书馆合同', '预算汇', 'sales report', '期中考试成绩', '说明书', '第 1234', '不在任何名称里']

/** Searches all files as a member of a department that holds half of the names; the others belong to people who shut him out. */
export async function measureSearch(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const login = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const search = (words: string) => timed(`${url}/api/apps/files/search?query_words=${encodeURIComponent(words)}`, headers, agent)
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
    const values = [await measured(two), await measured(more)]
    agent.destroy()
    return [{ id: 'server.search.two', value: values[0]! }, { id: 'server.search.more', value: values[1]! }]
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
  const { rows: [index] } = await sql<{ definition: string }>`select pg_get_indexdef('items_search_name'::regclass) as definition`.execute(db)
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
