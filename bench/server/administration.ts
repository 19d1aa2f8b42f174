import http from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../../server/database/connect'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, percentile, type Measurement } from '../measurement'
import { prepareGround } from '../service'
import { timed } from './timed'

const people = 20_000
const departments = 2000
const calls = 100

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗'
/** Searches that find thousands, some, one and nobody, by name, login and address. */
const words = ['王', '李晓', '晓12', 'p49', '陳', 'example.edu', 'mail19999', '查无此人', 'p', '%_']

/** Searches 20,000 people as their administrator, and reads the tree of 2,000 departments to which they belong. */
export async function measureAdministration(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const login = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const measured = async (paths: readonly string[], count: number) => {
      const times: number[] = []
      for (let at = 0; at < count + paths.length; at += 1) {
        const time = await timed(`${url}/api${paths[at % paths.length]}`, headers, agent)
        if (at >= paths.length) times.push(time)
      }
      return times
    }
    const search = await measured(
      words.map((word) => `/admin/people/list?limit=50&search=${encodeURIComponent(word)}`),
      calls,
    )
    const page = await measured(['/admin/people/list?limit=50', '/admin/people/list?limit=50&offset=10000'], calls)
    const tree = await measured(['/admin/departments/tree'], calls / 5)
    agent.destroy()
    return [
      { id: 'server.administration.search', value: median(search) },
      { id: 'server.administration.searchLate', value: percentile(search, 0.95) },
      { id: 'server.administration.people', value: median(page) },
      { id: 'server.administration.departments', value: median(tree) },
    ]
  } finally {
    await ground.close()
  }
}

/** @returns the login of the owner */
async function fill(db: Db, storage: Parameters<typeof factories>[0]['storage']): Promise<string> {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise()
  const owner = await make.user({ enterprise, role: 'owner' })
  const made = [await make.department({ enterprise, name: '部门 0' })]
  for (let at = 1; at < departments; at += 1)
    made.push(await make.department({ parent: made[Math.floor(at / 8)], name: `部门 ${at}` }))
  const ids = made.map(({ id }) => id)
  await sql`
    with added as (
      insert into users (enterprise_id, login, name, email)
      select ${enterprise.id}, 'p' || n || '@mingde.test', substr(${surnames}, 1 + n % 20, 1) || '晓' || n, 'mail' || n || '@example.edu'
      from generate_series(1, ${people}::integer) n
      returning id
    ), roots as (
      insert into items (name, name_key, is_folder, creator_id, updater_id, personal_of, space_owner_id) select '', '', true, id, id, id, id from added
    )
    insert into department_members (department_id, user_id, is_manager)
    select (${ids}::bigint[])[1 + (id % ${departments})::integer], id, id % 20 = 0 from added`.execute(db)
  await sql`vacuum analyze`.execute(db)
  return owner.login
}
