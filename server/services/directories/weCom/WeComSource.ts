import type { DirectoryRow } from '../../../database/directoryTables'
import type { Dependencies } from '../../../dependencies'
import { DirectoryFailure } from '../../../remote/DirectoryFailure'
import { MessengerFailure } from '../../../messengers/MessengerFailure'
import type { WeComDepartment, WeComMember } from '../../../messengers/weComMembers'
import type { WeComOrganisation } from '../../../messengers/WeComOrganisation'
import { followRenames, weComById } from '../../../queries/directories/weCom'
import type { DirectorySnapshot, DirectorySource } from '../snapshot'
import { organisationOf } from '../../session/weComAccess'

/** The department that is the organisation itself. */
const TOP = 1
/** lists that are asked for at the same time */
const AT_ONCE = 4
/** Members who are asked for one by one because no department listed them. More means that the app sees only a part. */
const MOST_SINGLE = 200
/** `errcode`s of wrong secrets, missing rights of the app, and an address of the server that WeCom does not trust */
const refusals = new Set([40001, 40013, 40014, 40056, 40091, 42001, 48002, 60011, 60020, 301002])
/** `errcode` of a member or department that the app may not see */
const HIDDEN = 60011

/** Opens WeCom with stored settings. @throws DirectoryFailure */
export async function openWeComSource(
  ports: Pick<Dependencies, 'db' | 'clock' | 'encrypter' | 'messengers'>,
  { id }: DirectoryRow,
): Promise<DirectorySource> {
  const row = await weComById(ports.db, id)
  if (!row) throw new DirectoryFailure('directory_unreachable', 'no settings of WeCom')
  return new WeComSource(organisationOf(ports, row), (ids) =>
    ports.db.transaction().execute((db) => followRenames(db, id, (userId) => ids.has(userId), ports.clock())),
  )
}

/** Reads an organisation's departments and members from WeCom. */
export class WeComSource implements DirectorySource {
  /** WeCom shows addresses only to apps that are older than June 2022, so it does not own them. */
  readonly fields = ['name', 'departments'] as const

  /** @param onMembers is told the userids of all members before the snapshot is compared with the organisation */
  constructor(
    private readonly organisation: Pick<WeComOrganisation, 'departments' | 'membersOf' | 'member' | 'allMemberIds'>,
    private readonly onMembers: (ids: ReadonlySet<string>) => Promise<void>,
  ) {}

  /** @throws DirectoryFailure */
  async read(signal: AbortSignal): Promise<DirectorySnapshot> {
    try {
      const departments = await this.organisation.departments()
      const known = new Set(departments.map(({ id }) => id))
      // An app sees the organisation itself only if its visible range is the whole organisation.
      if (!known.has(TOP))
        throw new DirectoryFailure('directory_partial', 'the app does not see the whole organisation')
      const members = await this.membersOf(departments, signal)
      if (members.size === 0) throw new DirectoryFailure('directory_nonsense', 'no members')
      for (const { userId, departments: own } of members.values())
        if (own.some((id) => !known.has(id)))
          throw new DirectoryFailure('directory_nonsense', `${userId} belongs to a department that is missing`)
      await this.onMembers(new Set(members.keys()))
      return snapshotOf(departments, [...members.values()])
    } catch (error) {
      throw error instanceof MessengerFailure ? failureOf(error) : error
    }
  }

  private async membersOf(
    departments: readonly WeComDepartment[],
    signal: AbortSignal,
  ): Promise<Map<string, WeComMember>> {
    // Asked before and compared afterwards: somebody who joins meanwhile is in the lists of departments.
    const all = await this.organisation.allMemberIds()
    const found = new Map<string, WeComMember>()
    const add = (member: WeComMember) => found.set(member.userId, member)
    for (let start = 0; start < departments.length; start += AT_ONCE) {
      signal.throwIfAborted()
      const some = departments.slice(start, start + AT_ONCE)
      const lists = await Promise.all(some.map(({ id }) => this.organisation.membersOf(id)))
      lists.flat().forEach(add)
    }
    const missing = [...(all ?? [])].filter((id) => !found.has(id))
    if (missing.length > MOST_SINGLE)
      throw new DirectoryFailure('directory_partial', `${missing.length} members are in no list`)
    for (const id of missing) {
      signal.throwIfAborted()
      const member = await this.organisation.member(id).catch((error: unknown) => {
        const isHidden = error instanceof MessengerFailure && error.code === HIDDEN
        throw isHidden ? new DirectoryFailure('directory_partial', `the app does not see ${id}`) : error
      })
      // null: they left meanwhile.
      if (member) add(member)
    }
    return found
  }
}

function snapshotOf(departments: readonly WeComDepartment[], members: readonly WeComMember[]): DirectorySnapshot {
  return {
    departments: departments
      .filter(({ id }) => id !== TOP)
      .map(({ id, parentId, name, order }) => ({
        externalId: String(id),
        parentExternalId: parentId === TOP ? null : String(parentId),
        name,
        // WeCom shows the highest number first.
        order: -order,
      })),
    people: members.map(({ userId, name, departments: own, isActive }) => ({
      externalId: userId,
      login: userId,
      name,
      departments: own.filter((id) => id !== TOP).map(String),
      active: isActive,
    })),
  }
}

function failureOf(error: MessengerFailure): DirectoryFailure {
  if (error.code !== null && refusals.has(error.code))
    return new DirectoryFailure('directory_credentials', error.message)
  // Other errcodes are limits of calls and faults of WeCom that pass.
  const isNonsense = error.code === null && !error.isSilent
  return new DirectoryFailure(isNonsense ? 'directory_nonsense' : 'directory_unreachable', error.message)
}
