import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { calls, type CallName } from '@/contract/api'
import type { BaseInfo, Item, Role } from '@/contract/entities'
import { abilities, type AbilitySubject } from '@/domain/items/abilities'
import type { ItemChange, ItemRow, UserRow } from '../../../server/database/tables'
import { departmentRoot } from '../../../server/queries/items/spaces'
import {
  abilityNames,
  expectedActionPermissions,
  expectedAnswer,
  permissionsIn,
  stateNames,
  stateOf,
  expectedMark,
  type StateName,
} from '../../support/access/abilityTable'
import { client, type Answer, type Client } from '../../support/client'
import { sample } from '../../support/deep'
import { markOf, roles } from '../../support/access/roleTable'
import { commonCodes, isFolderIn, ofOnlineDocument, type Outcome, packing, type Row, type Target } from './callRow'
import { make, server, startAbilityServer, stranger, table } from './callTable'

/** The owner and one other user. */
const playedRoles: readonly Role[] = [
  'owner',
  ...sample(
    roles.filter((role) => role !== 'owner'),
    1,
  ),
]

interface Player {
  role: Role
  user: UserRow
  client: Client
  base: BaseInfo
}

let players: Player[]
let owner: UserRow
let colleague: UserRow
let shared: ItemRow
let elsewhere: ItemRow
let departmentElsewhere: number

before(async () => {
  await startAbilityServer()
  const enterprise = await make.enterprise({ virus_scan: true, collaborative_document: true })
  owner = await make.user({ enterprise, isAdministrator: true })
  colleague = await make.user({ enterprise })
  shared = await make.folder({ owner })
  elsewhere = await make.folder({ owner })
  departmentElsewhere = (await departmentRoot(server.deps.db, (await make.department({ enterprise })).id))!
  players = await Promise.all(
    playedRoles.map(async (role) => {
      const user = role === 'owner' ? owner : await make.user({ enterprise })
      if (role !== 'owner') {
        await make.collab(shared, { user }, role)
        await make.collab(elsewhere, { user }, 'editor')
        await make.collab({ id: departmentElsewhere }, { user }, 'editor')
      }
      const signedIn = await client(server).as(user.login)
      return { role, user, client: signedIn, base: await signedIn.call('GET /apps/users/get_base_info', {}) }
    }),
  )
})

after(() => server.close())

/** Column values that put an item into a state. States missing here follow from the item's place or creator. */
const columns: Partial<Record<StateName, (me: number) => ItemChange>> = {
  encrypted: () => ({ is_encrypted: true }),
  locked: () => ({ lock_user_id: colleague.id, lock_kind: 1 }),
  lockedFolder: () => ({ lock_user_id: colleague.id, lock_kind: 1 }),
  lockedByMe: (me) => ({ lock_user_id: me, lock_kind: 1 }),
  approval: () => ({ lock_user_id: colleague.id, lock_kind: 2 }),
  approvalByMe: (me) => ({ lock_user_id: me, lock_kind: 2 }),
  onlineEditing: () => ({ lock_user_id: colleague.id, lock_kind: 3 }),
  scanned: () => ({ scanned: 1 }),
  noPreview: () => ({ scope: 1 }),
  encryptedFolder: () => ({ is_encrypted: true }),
  deletedFile: (me) => ({ deleted_at: new Date(), deleted_by: me, deleted_space_owner_id: owner.id }),
  deletedFolder: (me) => ({ deleted_at: new Date(), deleted_by: me, deleted_space_owner_id: owner.id }),
  shareDisabled: () => ({ share_disabled_for: 'all' }),
  shareDisabledForMembers: () => ({ share_disabled_for: 'members' }),
}

/** Creates an item in the state for the player's role. */
async function itemIn(state: StateName, { role, user }: Player): Promise<ItemRow> {
  const { db } = server.deps
  if (state === 'departmentRoot' || state === 'departmentRootToDelete') return departmentRootFor(user, role)
  const parent =
    state === 'inEncryptedPath' || state === 'inPathReviewedByMe' ? await encryptedFolder(state, user) : shared
  const made = isFolderIn(state)
    ? await make.folder({ parent })
    : await make.file(
        { parent },
        {
          name: `甲-${state}-${role}.${state === 'onlineDocument' ? 'ydoc' : 'bin'}`,
          creator: state === 'ownUpload' ? user : undefined,
        },
      )
  if (state === 'favourite') {
    await db
      .insertInto('favourites')
      .values({ user_id: user.id, kind: 'file', target_id: made.id, name: made.name })
      .execute()
  }
  const change = columns[state]?.(user.id)
  if (change) await db.updateTable('items').set(change).where('id', '=', made.id).execute()
  return db.selectFrom('items').selectAll().where('id', '=', made.id).executeTakeFirstOrThrow()
}

async function encryptedFolder(state: StateName, user: UserRow): Promise<ItemRow> {
  const folder = await make.folder({ parent: shared })
  const reviewer = state === 'inPathReviewedByMe' ? user : colleague
  await server.deps.db
    .updateTable('items')
    .set({ is_encrypted: true, lock_user_id: reviewer.id, lock_kind: 2 })
    .where('id', '=', folder.id)
    .execute()
  return folder
}

async function departmentRootFor(user: UserRow, role: Role): Promise<ItemRow> {
  const { db } = server.deps
  const department = await make.department({ enterprise: { id: owner.enterprise_id } as never })
  const id = (await departmentRoot(db, department.id))!
  if (role !== 'owner') await make.collab({ id }, { user }, role)
  return db.selectFrom('items').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
}

function targetOf({ id, is_folder, current_version_id, name }: ItemRow, state: StateName): Target {
  const elsewhereId = state.startsWith('departmentRoot') ? departmentElsewhere : elsewhere.id
  return {
    id,
    typedId: is_folder ? `folder_${id}` : `file_${id}`,
    versionId: current_version_id ?? 1,
    name,
    elsewhere: elsewhereId,
  }
}

function subjectOf(item: Item, { base }: Player): AbilitySubject {
  return {
    item,
    user: { id: base.user_info!.id, enterprise: base.enterprise_info },
    context: { flags: base.view_flags, isApplet: false, isOpenPreview: false, isDownloadLimited: false },
  }
}

/** The outcome in an answer: `done`, the reason of a preview, or the error code. */
function read({ status, body }: Answer, outcomeOfBody: (body: unknown) => string = () => 'done'): string {
  assert.equal(status, 200, JSON.stringify(body))
  const { success, errors } = body as { success: boolean; errors?: object }
  if (success) return outcomeOfBody(body)
  const [entry] = Object.values(errors!).flat() as { error_code: string }[]
  return entry!.error_code
}

/** The outcomes that the table allows for a call; each of them is correct. */
function expected(row: Row<CallName>, name: CallName, state: StateName, role: Role): string[] {
  const outcome = outcomeOf(row, state, role)
  const codes = {
    ...commonCodes,
    ...(row.as === 'download' && outcome === 'hidden' && expectedMark('file', 'download', role) === '●'
      ? ofOnlineDocument(state)
      : {}),
    ...(name === 'POST /pack_download/download' && !isFolderIn(state)
      ? { ...packing, hidden: packed(state, role) }
      : {}),
    ...row.codes,
  }
  if (outcome === 'done') return ['done']
  // The server may check the type, the right or the trash first.
  return outcome === 'other' ? [codes.other, codes.hidden, commonCodes.deleted] : [codes[outcome]]
}

/** An archive whose only file is left out is empty. */
function packed(state: StateName, role: Role): string {
  return state === 'onlineDocument' && expectedMark('file', 'download', role) === '●'
    ? 'download_nothing'
    : 'permission_denied'
}

function outcomeOf(row: Row<CallName>, state: StateName, role: Role): Outcome {
  const mark = typeof row.as === 'string' ? expectedMark(state, row.as, role) : markOf(row.as(state), role)
  const outcome = mark === '●' ? 'done' : mark === '·' ? 'hidden' : reasonOf[mark]!
  if (row.isRegardless) return outcome
  if (role === 'reset') return 'unseen'
  const isDeleted = stateOf(state).item(0, stranger, 'owner').is_deleted === true
  if (row.isOfTrash) return outcome
  if (row.on !== undefined && row.on !== stateOf(state).type) return 'other'
  return isDeleted ? 'deleted' : outcome
}

const reasonOf: Record<string, Outcome> = {
  l: 'locked',
  e: 'encrypted',
  s: 'scanning',
  a: 'approval',
  c: 'encrypted_path',
  p: 'preview_no_permission',
  d: 'share_disabled',
  m: 'share_disabled_for_members',
  x: 'share_encrypted',
}

const itemCalls = (Object.entries(table) as [CallName, 'of no item' | readonly Row<CallName>[]][]).flatMap(
  ([name, rows]) => (rows === 'of no item' ? [] : rows.map((each) => ({ name, row: each }))),
)

describe('[ACT-01] every call × every role × items of every kind and state', () => {
  test('the table lists every call of the contract', () => {
    assert.deepEqual(Object.keys(table).sort(), Object.keys(calls).sort())
  })

  for (const state of sample(stateNames, 7)) {
    test(`${state}: ${stateOf(state).sentence}`, async () => {
      const { db } = server.deps
      // Only administrators may delete departments.
      await db
        .updateTable('users')
        .set({ administrator_role: state === 'departmentRootToDelete' ? 'owner' : null })
        .where('enterprise_id', '=', owner.enterprise_id)
        .execute()
      await Promise.all(
        players.map(async (player) => {
          const { role, user, client: they } = player
          const made = await itemIn(state, player)
          const target = targetOf(made, state)
          if (role !== 'reset') assertAnswered(await listedItem(they, target, state), state, player)
          for (const { name, row: each } of itemCalls) {
            await each.prepare?.(target, user)
            const outcome = read(await they.send(name, each.ask(target)), each.read)
            const wanted = expected(each, name, state, role)
            assert.ok(wanted.includes(outcome), `${role}, ${name}: ${outcome}, not ${wanted.join(' or ')}`)
            if (outcome === 'done') await each.undo?.(made, user)
          }
        }),
      )
    })
  }
})

/** The item as a list shows it; a deleted item is read from the trash of its deleter. */
async function listedItem(they: Client, { typedId }: Target, state: StateName): Promise<Item> {
  if (!stateOf(state).item(0, stranger, 'owner').is_deleted)
    return (await they.call('GET /apps/files/get_info', { item_typed_id: typedId })).item!
  const { items } = await they.call('GET /apps/files/trash_list', { limit: 200 })
  return items.find((item) => item.typed_id === typedId)!
}

function assertAnswered(item: Item, state: StateName, player: Player) {
  const { role } = player
  assert.equal(item.final_role, role)
  assert.deepEqual([...item.permissions].sort(), permissionsIn(state, role).sort(), role)
  assert.deepEqual(item.action_permissions, expectedActionPermissions(state, role), role)
  const answers = Object.fromEntries(
    abilityNames.map((ability) => [ability, abilities[ability](subjectOf(item, player))]),
  )
  assert.deepEqual(
    answers,
    Object.fromEntries(abilityNames.map((ability) => [ability, expectedAnswer(state, ability, role)])),
    role,
  )
}

describe('decisions 54: foreign and missing ids answer alike', () => {
  test('in every call, for the owner of everything and for another user', async () => {
    const stranger = await make.user()
    const [file, folder] = [await make.file({ owner: stranger }), await make.folder({ owner: stranger })]
    const missing = 9_000_000
    for (const { client: they } of players.slice(0, 2)) {
      for (const { name, row: each } of itemCalls) {
        for (const [foreign, typedId] of [
          [file, 'file'],
          [folder, 'folder'],
        ] as const) {
          const target = targetOf(foreign, 'file')
          const absent: Target = { ...target, id: missing, typedId: `${typedId}_${missing}` }
          const [one, other] = [await they.send(name, each.ask(target)), await they.send(name, each.ask(absent))]
          const withoutId = ({ body }: Answer) => ({ ...(body as object), request_id: '' })
          assert.equal(one.status, other.status, name)
          assert.deepEqual(withoutId(one), withoutId(other), name)
          assert.notEqual(read(one), 'done', name)
        }
      }
    }
  })
})
