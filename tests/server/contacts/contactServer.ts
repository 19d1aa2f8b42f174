import { after, before } from 'node:test'
import type { Contact } from '@/contract/contacts'
import type { Request } from '@/contract/api'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

export let server: TestServer
export let make: ReturnType<typeof factories>
export let enterprise: EnterpriseRow
export let me: Client
const users: Record<string, UserRow> = {}
const departments: Record<string, DepartmentRow> = {}
export let group: { id: number }
export let foreign: { user: UserRow; department: DepartmentRow; group: { id: number } }

/** Starts a server with a school for the tests of a file. */
export function startContactServer(): void {
  /* 明德学校 / (教务处 / (招生办公室, 考务中心), 总务处); 王珂 asks, 离职 was deactivated, 新来 has no department. */
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
    enterprise = await make.enterprise()
    const add = async (name: string, values: { login?: string; isAdministrator?: boolean; in?: string[] } = {}) => {
      const { in: places = [], ...rest } = values
      users[name] = await make.user({ enterprise, name, ...rest })
      for (const place of places) await make.member(departments[place]!, users[name])
    }
    const addDepartment = async (name: string, parent?: string, position?: number) => {
      departments[name] = await make.department({
        enterprise,
        name,
        position,
        parent: parent === undefined ? undefined : departments[parent],
      })
    }
    await add('管理员', { isAdministrator: true })
    await addDepartment('明德学校')
    await addDepartment('总务处', '明德学校', 1)
    await addDepartment('教务处', '明德学校', 0)
    await addDepartment('招生办公室', '教务处')
    await addDepartment('考务中心', '教务处')
    await add('王珂', { login: 'wangke@mingde.test', in: ['招生办公室'] })
    await add('李蔚', { login: 'liwei@mingde.test', in: ['招生办公室', '考务中心'] })
    await add('江涛', { login: 'jiangtao@mingde.test' })
    await make.member(departments['教务处']!, users['江涛']!, { isManager: true })
    await add('离职', { login: 'gone@mingde.test', in: ['招生办公室'] })
    await add('新来', { login: 'new_100%@mingde.test' })
    await deactivate(users['离职']!)
    group = await make.group({ enterprise, members: [users['王珂']!, users['新来']!, users['离职']!] })
    await server.deps.db.updateTable('groups').set({ name: '宣讲团' }).where('id', '=', group.id).execute()

    const other = await make.enterprise()
    const outsider = await make.user({ enterprise: other, name: '外人', isAdministrator: true })
    foreign = {
      user: outsider,
      department: await make.department({ enterprise: other }),
      group: await make.group({ enterprise: other, members: [outsider] }),
    }
    me = await client(server).as('wangke@mingde.test')
  })
  after(() => server.close())
}

export const of = (name: string) => departments[name]!
export const user = (name: string) => users[name]!
export const names = (contacts: readonly Pick<Contact, 'name'>[]) => contacts.map(({ name }) => name)
const deactivate = ({ id }: UserRow) =>
  server.deps.db.updateTable('users').set({ is_active: false }).where('id', '=', id).execute()

export type Asked = Request<'GET /apps/contacts/get'>
export const everything: Asked = {
  include_groups: true,
  include_departments: true,
  include_users_without_department: true,
}
