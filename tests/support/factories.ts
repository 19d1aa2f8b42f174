import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { hash } from '@node-rs/argon2'
import type { AdministratorRole } from '@/contract/administration/role'
import type { Role } from '@/contract/entities'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../server/database/tables'
import type { Dependencies } from '../../server/dependencies'
import type { MessageRow, StoredNotice } from '../../server/queries/messages'
import { insertFile, insertFolder } from '../../server/queries/items/newItems'
import { insertLink, type NewLink } from '../../server/queries/shares/links'
import {
  addDepartmentMember,
  createDepartment,
  createEnterprise,
  createUser,
} from '../../server/queries/enterprise/accounts'
import { departmentRoot, ownRoot } from '../../server/queries/items/spaces'
import { password } from './client'

type EnterpriseValues = Parameters<typeof createEnterprise>[1]

/** Hashes a password so that checking it takes a twentieth of the time. A stored hash names its own parameters. */
export function cheapHash(text: string): Promise<string> {
  return hash(text, { memoryCost: 8, timeCost: 1, parallelism: 1 })
}

/** All test users share one password. It is hashed once, cheaply enough for thousands of sign-ins. */
let hashed: Promise<string> | undefined

/** Creates rows for tests. Missing parents are created, too, and names are unique by default. */
export function factories({ db, storage, clock }: Pick<Dependencies, 'db' | 'storage' | 'clock'>) {
  let serial = 0
  const unique = (word: string) => `${word}-${++serial}`

  async function enterprise(values: Partial<EnterpriseValues> = {}): Promise<EnterpriseRow> {
    return createEnterprise(db, { name: unique('enterprise'), ...values })
  }

  interface UserValues {
    enterprise?: Pick<EnterpriseRow, 'id'>
    department?: DepartmentRow
    name?: string
    login?: string
    /** An owner. */
    isAdministrator?: boolean
    role?: AdministratorRole | null
  }
  /** @param values with a department: the user becomes a member of the department and of its enterprise */
  async function user({
    enterprise: given,
    department,
    name = unique('user'),
    login,
    isAdministrator,
    role = isAdministrator ? 'owner' : null,
  }: UserValues = {}): Promise<UserRow> {
    hashed ??= cheapHash(password)
    const enterpriseId = department?.enterprise_id ?? (given ?? (await enterprise())).id
    const made = await createUser(db, {
      enterpriseId,
      name,
      login: login ?? `${name}@test`,
      passwordHash: await hashed,
      role,
    })
    if (department) await member(department, made)
    return made
  }

  interface DepartmentValues {
    enterprise?: EnterpriseRow
    parent?: DepartmentRow
    name?: string
    position?: number
  }
  async function department(values: DepartmentValues = {}): Promise<DepartmentRow> {
    const { enterprise: given, parent, name = unique('department'), position } = values
    const enterpriseId = parent?.enterprise_id ?? (given ?? (await enterprise())).id
    const { owner_id } = await db
      .selectFrom('enterprises')
      .select('owner_id')
      .where('id', '=', enterpriseId)
      .executeTakeFirstOrThrow()
    if (owner_id === null) {
      const owned = await db
        .selectFrom('enterprises')
        .selectAll()
        .where('id', '=', enterpriseId)
        .executeTakeFirstOrThrow()
      await user({ enterprise: owned, isAdministrator: true })
    }
    return createDepartment(db, { enterpriseId, parentId: parent?.id, name, position })
  }

  /** The parent of an item: a folder, the root of a department, or a user's own root. */
  type Place = { parent: Pick<ItemRow, 'id'> } | { department: DepartmentRow } | { owner: UserRow }
  async function placeOf(place: Place): Promise<number> {
    if ('parent' in place) return place.parent.id
    return 'department' in place ? (await departmentRoot(db, place.department.id))! : ownRoot(db, place.owner.id)
  }

  async function creatorOf(parentId: number) {
    return (await db.selectFrom('items').select('creator_id').where('id', '=', parentId).executeTakeFirstOrThrow())
      .creator_id
  }

  interface ItemValues {
    name?: string
    creator?: UserRow
    at?: Date
  }
  async function folder(
    place: Place,
    { name = unique('folder'), creator, at = clock() }: ItemValues = {},
  ): Promise<ItemRow> {
    const parentId = await placeOf(place)
    return insertFolder(db, { parentId, name, creatorId: creator?.id ?? (await creatorOf(parentId)), at })
  }

  /** Creates a file with a real blob. */
  async function file(place: Place, values: ItemValues & { content?: Buffer | string } = {}): Promise<ItemRow> {
    const { name = `${unique('file')}.txt`, creator, at = clock(), content = randomBytes(8).toString('hex') } = values
    const parentId = await placeOf(place)
    const bytes = Buffer.from(content)
    const stored = await storage.write(Readable.from([bytes]), { size: bytes.length })
    const body = await db.insertInto('bodies').values(stored).returning('id').executeTakeFirstOrThrow()
    return insertFile(db, {
      parentId,
      name,
      creatorId: creator?.id ?? (await creatorOf(parentId)),
      at,
      bodyId: body.id,
      size: bytes.length,
    })
  }

  /** Sets the tags of an item in this order. */
  async function tags(item: Pick<ItemRow, 'id' | 'creator_id'>, names: readonly string[]): Promise<void> {
    const { enterprise_id } = await db
      .selectFrom('users')
      .select('enterprise_id')
      .where('id', '=', item.creator_id)
      .executeTakeFirstOrThrow()
    for (const [position, name] of names.entries()) {
      const { id } = await db
        .insertInto('tags')
        .values({ enterprise_id, name })
        .returning('id')
        .executeTakeFirstOrThrow()
      await db.insertInto('item_tags').values({ item_id: item.id, tag_id: id, position }).execute()
    }
  }

  async function group({ enterprise: given, members = [] }: { enterprise?: EnterpriseRow; members?: UserRow[] } = {}) {
    const enterpriseId = (given ?? (await enterprise())).id
    const made = await db
      .insertInto('groups')
      .values({ enterprise_id: enterpriseId, name: unique('group') })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const { id } of members)
      await db.insertInto('group_members').values({ group_id: made.id, user_id: id }).execute()
    return made
  }

  /** The group that represents a department in invitations. */
  function groupOf({ id }: DepartmentRow) {
    return db.selectFrom('groups').selectAll().where('department_id', '=', id).executeTakeFirstOrThrow()
  }

  /** Creates a role on an item, accepted by default. */
  async function collab(
    item: Pick<ItemRow, 'id'>,
    subject: { user: UserRow } | { group: { id: number } },
    role: Role,
    { accepted = true } = {},
  ) {
    const who = 'user' in subject ? { user_id: subject.user.id } : { group_id: subject.group.id }
    return db
      .insertInto('collabs')
      .values({ item_id: item.id, role, accepted, ...who })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  async function member(department: DepartmentRow, user: UserRow, values: { role?: Role; isManager?: boolean } = {}) {
    if (department.enterprise_id !== user.enterprise_id) {
      throw new Error('members of a department are of its enterprise: use user({ department })')
    }
    await addDepartmentMember(db, department.id, user.id, values)
  }

  type MessageValues = Partial<
    Pick<
      MessageRow,
      'type' | 'item_name' | 'sender_id' | 'unread_count' | 'modified_at' | 'about_item_id' | 'share_link_id'
    >
  > & { notice?: Partial<StoredNotice> }
  /** Creates a message, by default an unread one of a finished copy. */
  async function message(to: Pick<UserRow, 'id'>, { notice, ...values }: MessageValues = {}) {
    const type = values.type ?? 'collab_notice'
    const name = values.item_name ?? notice?.name ?? unique('item')
    const at = values.modified_at ?? clock()
    const told = { notice: { action: 'copy', state: 'finished', count: 1, name, folder: '', ...notice } }
    return db
      .insertInto('messages')
      .values({
        user_id: to.id,
        item_name: name,
        unread_count: 1,
        created_at: at,
        modified_at: at,
        sender_id: null,
        object_typed_id: null,
        job_ticket: null,
        deleted_at: null,
        ...values,
        type,
        most_recent: JSON.stringify(type === 'collab_notice' ? told : {}),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Creates a comment on an item, and its entry in the messages of notified users. */
  async function comment(
    item: Pick<ItemRow, 'id' | 'name' | 'is_folder'>,
    author: Pick<UserRow, 'id'>,
    { content = unique('comment'), told }: { content?: string; told?: Pick<UserRow, 'id'> } = {},
  ) {
    const at = clock()
    const made = await db
      .insertInto('comments')
      .values({ item_id: item.id, author_id: author.id, content, voice_key: null, voice_seconds: null, created_at: at })
      .returningAll()
      .executeTakeFirstOrThrow()
    if (!told) return { comment: made, notice: undefined }
    const place = { object_typed_id: `${item.is_folder ? 'folder' : 'file'}_${item.id}`, comment_item_id: item.id }
    const message = await db
      .insertInto('messages')
      .values({
        ...place,
        user_id: told.id,
        type: 'comment',
        item_name: item.name,
        sender_id: author.id,
        unread_count: 0,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'comment_item_id'])
          .where('comment_item_id', 'is not', null)
          .doUpdateSet({ modified_at: at }),
      )
      .returning('id')
      .executeTakeFirstOrThrow()
    const notice = await db
      .insertInto('comment_notices')
      .values({ message_id: message.id, comment_id: made.id })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { comment: made, notice }
  }

  /** Creates a link, by default a public one without password and limits. */
  async function shareLink(
    maker: Pick<UserRow, 'id' | 'enterprise_id'>,
    items: readonly Pick<ItemRow, 'id'>[],
    { receivers = { userIds: [], groupIds: [] }, ...values }: Partial<NewLink> = {},
  ) {
    const id = await insertLink(db, {
      unique_name: randomBytes(16).toString('base64url'),
      serial_number: unique('serial'),
      maker_id: maker.id,
      enterprise_id: maker.enterprise_id,
      access: 'public',
      description: '',
      due_at: null,
      disable_download: false,
      disable_forward: false,
      password_hash: null,
      password_sealed: null,
      preview_limit: null,
      download_limit: null,
      watermark_content: '',
      is_watermark_visitor: false,
      is_first_visit_told: true,
      created_at: clock(),
      items: items.map((item) => ({ itemId: item.id, pinnedVersionId: null })),
      receivers,
      ...values,
    })
    return db.selectFrom('share_links').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
  }

  return {
    shareLink,
    enterprise,
    user,
    department,
    folder,
    file,
    tags,
    group,
    groupOf,
    collab,
    member,
    message,
    comment,
  }
}
