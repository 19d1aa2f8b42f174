import http from 'node:http'
import { sql } from 'kysely'
import type { Db } from '../server/database/connect'
import { client } from '../tests/support/client'
import { factories } from '../tests/support/factories'
import { median, percentile, type Measurement } from './measurement'
import { watchPicker } from './h5/contacts'
import { launchBrowser } from './h5/visit'
import { prepareGround, requireBuild } from './service'
import { timed } from './server/timed'

const people = 5000
const departments = 300
const calls = 100
const visits = 3

const surnames = '王李张刘陈杨黄赵吴周徐孙马朱胡林郭何高罗'
const words = ['王', '李晓', '员工 12', 'p49', '陈', '部门 7', 'mingde', '查无此人', '张 0', '_%']

/** Searches the people of an enterprise as one of them, lists the first page of its largest department, and selects all of it in the client. */
export async function measureContacts(): Promise<Measurement[]> {
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve(requireBuild('h5'))
    const { login, departmentId } = await fill(ground.db, ground.storage)
    const { headers } = await client({ url }).asApplet(login)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const measured = async (paths: readonly string[]) => {
      const times: number[] = []
      for (let at = 0; at < calls; at += 1) {
        const time = await timed(`${url}/api${paths[at % paths.length]}`, headers, agent)
        if (at >= paths.length) times.push(time)
      }
      return percentile(times, 0.95)
    }
    const flags = 'include_groups=true&include_departments=true&include_users_without_department=true&exclude_self=true'
    const search = await measured(
      words.map(
        (word) => `/apps/contacts/get?${flags}&exclude_inactive=true&search_string=${encodeURIComponent(word)}`,
      ),
    )
    const page = await measured([`/departments/user_list?department_id=${departmentId}&direct=true`])
    agent.destroy()
    const picker = await inBrowser(url, login)
    return [
      { id: 'server.contacts.search', value: search },
      { id: 'server.contacts.page', value: page },
      { id: 'h5.contacts.firstRows', value: median(picker.map(({ firstRows }) => firstRows)) },
      { id: 'h5.contacts.all', value: median(picker.map(({ worstFrame }) => worstFrame)) },
      { id: 'h5.contacts.elements', value: picker[0]!.elements },
    ]
  } finally {
    await ground.close()
  }
}

async function inBrowser(url: string, login: string) {
  const { headers } = await client({ url }).as(login)
  const browser = await launchBrowser()
  try {
    const rounds = []
    for (let round = 0; round < visits; round += 1) rounds.push(await watchPicker(browser, url, headers.cookie!))
    return rounds
  } finally {
    await browser.close()
  }
}

async function fill(db: Db, storage: Parameters<typeof factories>[0]['storage']) {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise()
  const user = await make.user({ enterprise, isAdministrator: true })
  const top = await make.department({ enterprise, name: '部门 0' })
  const made = [top]
  for (let at = 1; at < departments; at += 1)
    made.push(await make.department({ parent: made[Math.floor(at / 8)], name: `部门 ${at}` }))
  const ids = made.map(({ id }) => id)
  await sql`with added as (
      insert into users (enterprise_id, login, name)
      select ${enterprise.id}, 'p' || n || '@mingde.test', substr(${surnames}, 1 + n % 20, 1) || '晓' || n from generate_series(1, ${people}::integer) n
      returning id
    )
    insert into department_members (department_id, user_id)
    select ${top.id}::bigint, id from added
    union
    select (${ids}::bigint[])[1 + (id % ${departments})::integer], id from added`.execute(db)
  await sql`analyze`.execute(db)
  return { login: user.login, departmentId: top.id }
}
