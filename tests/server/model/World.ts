import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import http from 'node:http'
import type { CallName, Reply, Request } from '@/contract/api'
import type { Item, Role } from '@/contract/entities'
import type { Db } from '../../../server/database/connect'
import type { DepartmentRow, EnterpriseRow, UserRow } from '../../../server/database/tables'
import { inTransaction, isMissingReference } from '../../../server/database/transaction'
import { purgeExpired } from '../../../server/jobs/purgeExpired'
import { openSession } from '../../../server/services/session/sessions'
import { departmentRoot, ownRoot } from '../../../server/queries/items/spaces'
import type { factories } from '../../support/factories'
import type { TestServer } from '../../support/testServer'
import { until } from '../../support/until'
import { KEPT, Model, QUOTA, type Code, type Deed, type Verdict } from './Model'
import { groups, people, type Group, type Subject, type Thing, type Who } from './Tree'

const DAY = 86_400_000

export interface Result {
  verdict: Verdict
  /** The id of the item that the action created. */
  madeId: number | null
}

interface Envelope {
  success: boolean
  errors?: Record<string, unknown>
  error_type?: 'item' | 'target'
}

/** A server with its own clock; worlds run on it one after the other. */
export interface Stage {
  server: TestServer
  make: ReturnType<typeof factories>
  now: number
}

/** The counterpart of a model on a real server: two enterprises, four people, a department, two groups. */
export class World {
  /** A single connection would serialise them. */
  private readonly agent = new http.Agent({ keepAlive: true })
  private readonly headers = new Map<Who, Record<string, string>>()
  readonly users = new Map<Who, UserRow>()
  readonly enterprises = new Map<'ours' | 'theirs', EnterpriseRow>()
  private readonly groupIds = new Map<Group, number>()
  private department!: DepartmentRow
  private readonly turns = new Map<Who, Promise<unknown>>()
  model = new Model()

  private constructor(readonly stage: Stage) {}

  static async open(stage: Stage): Promise<World> {
    const world = new World(stage)
    const {
      make,
      server: { deps },
    } = stage
    for (const side of ['ours', 'theirs'] as const) {
      world.enterprises.set(side, await make.enterprise({ trash_period_days: KEPT[side] / DAY }))
    }
    for (const who of people) {
      const enterprise = world.enterprises.get(who === 'xen' ? 'theirs' : 'ours')!
      const user = await make.user({ enterprise, isAdministrator: who === 'ann' })
      world.users.set(who, user)
      world.headers.set(who, { 'auth-token': await openSession(deps.db, () => new Date(stage.now), user.id, 'token') })
      world.model.add({
        isFolder: true,
        name: '',
        creator: who,
        parent: null,
        space: who,
        id: await ownRoot(deps.db, user.id),
      })
    }
    await deps.db.updateTable('users').set({ quota_bytes: QUOTA }).where('id', '=', world.user('bob').id).execute()
    world.department = await make.department({ enterprise: world.enterprises.get('ours')! })
    const root = (await departmentRoot(deps.db, world.department.id))!
    world.model.add({
      isFolder: true,
      name: world.department.name,
      creator: 'ann',
      parent: null,
      space: 'office',
      id: root,
    })
    for (const who of ['ann', 'bob', 'xen'] as const) await world.open(who)
    for (const group of groups)
      world.groupIds.set(group, (await make.group({ enterprise: world.enterprises.get('ours')! })).id)
    return world
  }

  /** A folder on which all people have roles; histories change them. */
  private async open(who: Who) {
    const { make } = this.stage
    const name = `of ${who}`
    const { id } = await make.folder({ owner: this.user(who) }, { name })
    const root = this.model.living().find(({ space }) => space === who)!
    const grants = new Map<Subject, { role: Role; isAccepted: boolean }>()
    for (const [index, other] of people.filter((each) => each !== who).entries()) {
      const role = (['editor', 'coowner', 'editor'] as const)[index]!
      await make.collab({ id }, { user: this.user(other) }, role)
      grants.set(other, { role, isAccepted: true })
    }
    this.model.add({ isFolder: true, name, creator: who, parent: root.key, id, grants })
  }

  close() {
    this.agent.destroy()
  }

  user(who: Who): UserRow {
    return this.users.get(who)!
  }

  whoHas(userId: number | null): Who | null {
    return people.find((who) => this.user(who).id === userId) ?? null
  }

  groupId(group: Group): number {
    return this.groupIds.get(group)!
  }

  get departmentId(): number {
    return this.department.id
  }

  private get db() {
    return this.stage.server.deps.db
  }

  /** Performs an action by calls; only actions without a call are written into the tables. */
  async perform(model: Model, deed: Deed): Promise<Result> {
    const { who } = deed
    const typed = (key: number) => typedId(model.get(key))
    const several = (keys: readonly number[]) => ({ item_typed_ids: keys.map(typed) })
    switch (deed.kind) {
      case 'folder': {
        const { verdict, body } = await this.ask(who, 'POST /apps/files/new_folder', {
          ...this.place(model, who, deed.parent, 'parent_folder_id'),
          name: deed.name,
        })
        return { verdict, madeId: (body as { item?: Item }).item?.id ?? null }
      }
      case 'upload':
        return this.upload(who, deed.name, deed.size, this.place(model, who, deed.parent, 'folder_id'))
      case 'version':
        return this.upload(who, '', deed.size, { target_file_id: model.get(deed.thing).id! })
      case 'rename':
        return this.ask(who, 'POST /apps/files/edit', { item_typed_id: typed(deed.thing), name: deed.name })
      case 'delete':
        return this.ask(who, 'POST /apps/files/delete', several(deed.things))
      case 'restore':
        return this.ask(who, 'POST /apps/files/restore_from_trash', several(deed.things))
      case 'purge':
        return this.ask(who, 'POST /apps/files/delete_from_trash', several(deed.things))
      case 'copy':
      case 'move':
        return this.inTurn(who, async () => {
          const previousMessage = await this.lastMessage(who)
          const input = { ...several(deed.things), ...this.place(model, who, deed.target, 'target_folder_id') }
          const { verdict, body } = await this.ask(who, `POST /apps/files/${deed.kind}`, input)
          const { async_copying_items: copying = [], async_moving_items: moving = [] } = body as Partial<
            Reply<'POST /apps/files/copy'>
          >
          return {
            verdict: copying.length + moving.length > 0 ? await this.endOfJob(who, previousMessage) : verdict,
            madeId: null,
          }
        })
      case 'lock':
        return this.ask(who, 'POST /apps/files/lock', { item_typed_id: typed(deed.thing) })
      case 'unlock':
        return this.ask(who, 'POST /apps/files/unlock', { item_typed_id: typed(deed.thing) })
      case 'addFavourite':
        return this.ask(who, 'POST /apps/frequently_used_items/add', { typed_id: typed(deed.thing) })
      case 'removeFavourite':
        return this.ask(who, 'POST /apps/frequently_used_items/delete', { typed_id: typed(deed.thing) })
      case 'grant':
        return this.grant(model.get(deed.thing), deed)
      case 'join':
        return this.join(deed)
      case 'expire':
        await purgeExpired(this.stage.server.deps)
        return { verdict: 'done', madeId: null }
    }
  }

  /** The own root is 0, and a department's root is named by the department; sometimes the id of the root is used. */
  private place<Field extends string>(model: Model, who: Who, key: number, field: Field) {
    const { id, space } = model.get(key)
    if (space === who) return { [field]: 0 } as Record<Field, number>
    if (space === 'office') return { [field]: 0, department_id: this.department.id } as Record<Field, number>
    return { [field]: id! } as Record<Field, number>
  }

  private async upload(who: Who, name: string, size: number, target: object): Promise<Result> {
    const asked = await this.ask(who, 'POST /apps/files/presign_upload', {
      file_size: size,
      ...target,
    } as Request<'POST /apps/files/presign_upload'>)
    if (asked.verdict !== 'done') return asked
    const headers: Record<string, string> = name === '' ? {} : { 'x-file-name': encodeURIComponent(name) }
    const { verdict, body } = await this.send(
      who,
      'POST',
      (asked.body as { upload_url: string }).upload_url,
      randomBytes(size),
      headers,
    )
    return { verdict, madeId: (body as { new_file?: Item }).new_file?.id ?? null }
  }

  private async grant({ id }: Thing, { subject, role, isAccepted }: Deed & { kind: 'grant' }): Promise<Result> {
    const group = groups.find((name) => name === subject)
    const [column, value] = group
      ? (['group_id', this.groupId(group)] as const)
      : (['user_id', this.user(subject as Who).id] as const)
    const write = async (db: Db) => {
      if (role === null) return db.deleteFrom('collabs').where('item_id', '=', id).where(column, '=', value).execute()
      return db
        .insertInto('collabs')
        .columns(['item_id', column, 'role', 'accepted'])
        .expression((eb) =>
          eb
            .selectFrom('items')
            .select(['items.id', eb.val(value).as(column), eb.val(role).as('role'), eb.val(isAccepted).as('accepted')])
            .where('items.id', '=', id),
        )
        .onConflict((conflict) => conflict.columns(['item_id', column]).doUpdateSet({ role, accepted: isAccepted }))
        .execute()
    }
    await inTransaction(this.db, write).catch((error: unknown) => assert.ok(isMissingReference(error), error as Error))
    return { verdict: 'done', madeId: null }
  }

  private async join({ who, group, role, isManager }: Deed & { kind: 'join' }): Promise<Result> {
    const userId = this.user(who).id
    if (group === 'office') {
      if (role === null)
        await this.db
          .deleteFrom('department_members')
          .where('department_id', '=', this.department.id)
          .where('user_id', '=', userId)
          .execute()
      else {
        await this.db
          .insertInto('department_members')
          .values({ department_id: this.department.id, user_id: userId, role, is_manager: isManager })
          .onConflict((conflict) =>
            conflict.columns(['department_id', 'user_id']).doUpdateSet({ role, is_manager: isManager }),
          )
          .execute()
      }
    } else if (role === null)
      await this.db
        .deleteFrom('group_members')
        .where('group_id', '=', this.groupId(group))
        .where('user_id', '=', userId)
        .execute()
    else {
      await this.db
        .insertInto('group_members')
        .values({ group_id: this.groupId(group), user_id: userId })
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
    return { verdict: 'done', madeId: null }
  }

  /** Serialises the copies and moves of one user, because the message of a job does not name the job. */
  private inTurn<T>(who: Who, run: () => Promise<T>): Promise<T> {
    const mine = (this.turns.get(who) ?? Promise.resolve()).then(run)
    this.turns.set(
      who,
      mine.catch(() => undefined),
    )
    return mine
  }

  private async lastMessage(who: Who): Promise<number> {
    const found = await this.db
      .selectFrom('messages')
      .select('id')
      .where('user_id', '=', this.user(who).id)
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return found?.id ?? 0
  }

  /** Waits for the single system message that reports the job (decisions 3.15). */
  private async endOfJob(who: Who, after: number): Promise<Verdict> {
    const [told, ...others] = await until(
      'the message of a job',
      async () => {
        const rows = await this.db
          .selectFrom('messages')
          .select('most_recent')
          .where('user_id', '=', this.user(who).id)
          .where('id', '>', after)
          .execute()
        return rows.length > 0 ? rows : undefined
      },
      60_000,
    )
    assert.equal(others.length, 0, 'a second message of one job')
    const { notice } = told!.most_recent as unknown as { notice: { state: string; code?: Code } }
    return notice.state === 'finished' ? 'done' : notice.code!
  }

  /** A call whose answer must match its schema; a refusal is returned as its code. */
  async ask<K extends CallName>(who: Who, name: K, input: Request<K>): Promise<Result & { body: unknown }> {
    const [method = '', template = ''] = name.split(' ')
    const rest: Record<string, unknown> = { ...(input as object) }
    const path = template.replace(/\{(\w+)\}/g, (_, parameter: string) => {
      const value = String(rest[parameter])
      delete rest[parameter]
      return value
    })
    const values = Object.entries(rest).map(([key, value]) => [key, String(value)])
    if (method === 'GET') return this.send(who, method, `/api${path}?${new URLSearchParams(values).toString()}`)
    return this.send(who, method, `/api${path}`, Buffer.from(JSON.stringify(rest)), {
      'content-type': 'application/json',
    })
  }

  async read<K extends CallName>(who: Who, name: K, input: Request<K>): Promise<Reply<K>> {
    const { verdict, body } = await this.ask(who, name, input)
    assert.equal(verdict, 'done', `${who}: ${name} ${JSON.stringify(input)}`)
    return body as Reply<K>
  }

  private async send(
    who: Who,
    method: string,
    path: string,
    payload?: Buffer,
    headers: Record<string, string> = {},
  ): Promise<Result & { body: unknown }> {
    const { status, text } = await exchange(
      new URL(path, this.stage.server.url),
      {
        method,
        agent: this.agent,
        headers: {
          ...this.headers.get(who)!,
          ...(payload && { 'content-length': String(payload.length) }),
          ...headers,
        },
      },
      payload,
    )
    assert.equal(status, 200, `${method} ${path}: ${text}`)
    const body = JSON.parse(text) as Envelope
    if (body.success) return { verdict: 'done', madeId: null, body }
    const [entry] = [Object.values(body.errors ?? {})[0]].flat() as { error_code: Code }[]
    const verdict: Verdict = body.error_type ? `${body.error_type}: ${entry!.error_code}` : entry!.error_code
    return { verdict, madeId: null, body }
  }
}

export function typedId({ isFolder, id }: Pick<Thing, 'isFolder' | 'id'>): Item['typed_id'] {
  return `${isFolder ? 'folder' : 'file'}_${id}` as Item['typed_id']
}

function exchange(url: URL, options: http.RequestOptions, payload?: Buffer): Promise<{ status: number; text: string }> {
  return new Promise((resolve, reject) => {
    const request = http.request(url, options, (response) => {
      let text = ''
      response.setEncoding('utf8')
      response.on('data', (part: string) => (text += part))
      response.on('end', () => resolve({ status: response.statusCode ?? 0, text }))
      response.on('error', reject)
    })
    request.on('error', reject)
    request.end(payload)
  })
}
