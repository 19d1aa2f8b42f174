import { sql } from 'kysely'
import type { Db } from '../../../server/database/connect'
import type { DepartmentRow, UserRow } from '../../../server/database/tables'
import type { factories } from '../factories'

export interface ContactWorld {
  /** The user who chooses; owns `file` and `folder`. */
  user: UserRow
  file: { id: number }
  folder: { id: number }
  /** Three levels: 明德学校 / 教务处 / 招生办公室. */
  deepest: DepartmentRow
}

/** A small school with three levels of departments, a group, a user without a department and a deactivated user. */
export async function makeContactWorld(
  db: Db,
  make: ReturnType<typeof factories>,
  { school = '明德学校' } = {},
): Promise<ContactWorld> {
  const enterprise = await make.enterprise()
  const login = (name: string) => `${name}@school${enterprise.id}.test`
  const people: UserRow[] = []
  for (const name of ['王珂', '李蔚', '赵敏', '孙敏'])
    people.push(await make.user({ enterprise, name, login: login(name), isAdministrator: people.length === 0 }))
  const top = await make.department({ enterprise, name: school })
  const middle = await make.department({ parent: top, name: '教务处' })
  await make.department({ parent: top, name: '总务处', position: 1 })
  const deepest = await make.department({ parent: middle, name: '招生办公室' })
  await make.department({ parent: deepest, name: '宣传组' })
  for (const user of people) await make.member(deepest, user)
  const [user, , , gone] = people as [UserRow, UserRow, UserRow, UserRow]
  await db.updateTable('users').set({ is_active: false }).where('id', '=', gone.id).execute()
  const newcomer = await make.user({ enterprise, name: '新来', login: login('新来') })
  const group = await make.group({ enterprise, members: [...people, newcomer] })
  await db.updateTable('groups').set({ name: '宣讲团' }).where('id', '=', group.id).execute()
  const folder = await make.folder({ owner: user }, { name: '资料' })
  await make.collab(folder, { user: people[1]! }, 'viewer')
  const file = await make.file({ owner: user }, { name: '招生简章.txt', content: '欢迎报名' })
  return { user, file, folder, deepest }
}

/** Adds people named 员工0001 and so on to a department at once. */
export async function addMany(db: Db, department: DepartmentRow, count: number): Promise<void> {
  await sql`with added as (
      insert into users (enterprise_id, login, name)
      select ${department.enterprise_id}, 'm' || n || '@many' || ${department.id} || '.test', '员工' || lpad(n::text, 4, '0')
      from generate_series(1, ${count}::integer) n returning id
    ) insert into department_members (department_id, user_id) select ${department.id}::bigint, id from added`.execute(
    db,
  )
}
