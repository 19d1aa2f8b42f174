import type { Role } from '@/contract/entities'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { client, type Client } from '../client'
import type { factories } from '../factories'
import type { TestServer } from '../testServer'

export interface Somebody {
  user: UserRow
  client: Client
}

/** 王珂 owns everything; 李蔚, 赵敏 and 孙敏 are colleagues; 外人 belongs to another company. */
export interface CollabWorld {
  enterprise: EnterpriseRow
  owner: Somebody
  one: Somebody
  two: Somebody
  three: Somebody
  guest: Somebody
  /** The group of 李蔚 and 赵敏. */
  group: { id: number }
  /** The group of the department 教务处, with the member 孙敏. */
  department: { id: number }
  /** Creates a folder in a folder of the owner. */
  nested(): Promise<{ above: ItemRow; folder: ItemRow }>
  give(
    item: Pick<ItemRow, 'id'>,
    who: { user: UserRow } | { group: { id: number } },
    role: Role,
    accepted?: boolean,
  ): Promise<number>
}

export async function makeCollabWorld(server: TestServer, make: ReturnType<typeof factories>): Promise<CollabWorld> {
  const enterprise = await make.enterprise()
  const somebody = async (name: string, company = enterprise, isAdministrator = false): Promise<Somebody> => {
    const user = await make.user({ enterprise: company, name, login: `${name}@c${company.id}.test`, isAdministrator })
    return { user, client: await client(server).as(user.login) }
  }
  const owner = await somebody('王珂', enterprise, true)
  const [one, two, three] = [await somebody('李蔚'), await somebody('赵敏'), await somebody('孙敏')]
  const guest = await somebody('外人', await make.enterprise())
  const office = await make.department({ enterprise, name: '教务处' })
  await make.member(office, three.user)
  return {
    enterprise,
    owner,
    one,
    two,
    three,
    guest,
    group: await make.group({ enterprise, members: [one.user, two.user] }),
    department: await make.groupOf(office),
    async nested() {
      const above = await make.folder({ owner: owner.user })
      return { above, folder: await make.folder({ parent: above }) }
    },
    async give(item, who, role, accepted = true) {
      return (await make.collab(item, who, role, { accepted })).id
    },
  }
}
