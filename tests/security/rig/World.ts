import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import type { Role } from '@/contract/entities'
import { searchKey } from '@/domain/search/words'
import { userKey } from '../../../server/actors/actor'
import type { DepartmentRow, EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import { departmentRoot, ownRoot } from '../../../server/queries/items/spaces'
import { openSession } from '../../../server/services/session/sessions'
import { factories } from '../../support/factories'
import { storedPageTexts, storedReading } from '../../support/previews/storedReading'
import { startTestServer, type TestServer } from '../../support/testServer'
import { ChangeLog } from './ChangeLog'
import { people, type Person, type Tree } from './people'
import { createMarks, type State, type Thing } from './things'

const DAY = 86_400_000
/** Only files: bytes that a search could show, including a mark. */
const textOf = (mark: string) => `secret ${mark} of this file\n`

const extensions: Record<string, string> = { online: 'ydoc', office: 'docx' }

/** A real server with people and items of every kind; the changes of each call are undone afterwards. */
export class World {
  readonly things: Thing[] = []
  readonly users = new Map<string, UserRow>()
  readonly tokens = new Map<string, string>()
  private speaker: UserRow | undefined
  private readonly mark = createMarks()
  readonly changes: ChangeLog

  private constructor(
    readonly server: TestServer,
    private readonly make: ReturnType<typeof factories>,
  ) {
    this.changes = new ChangeLog(server.deps.db)
  }

  static async open(): Promise<World> {
    const server = await startTestServer({
      config: { documentEditorUrl: 'https://editor.test/?from={access}', baseUrl: null, registration: 'personal' },
      soffice: null,
    })
    await mkdir(join(server.folder, 'web'), { recursive: true })
    await writeFile(join(server.folder, 'web/office.html'), '<!doctype html><script></script>')
    const world = new World(server, factories(server.deps))
    try {
      await world.fill()
      await world.changes.start()
      return world
    } catch (error) {
      await world.close()
      throw error
    }
  }

  close() {
    return this.server.close()
  }

  private get db() {
    return this.server.deps.db
  }

  thing(key: string): Thing {
    return this.things.find((thing) => thing.key === key)!
  }

  keyOf(name: string) {
    return userKey(this.users.get(name)?.id ?? 0)
  }

  private async fill() {
    const { make } = this
    const enterprises: Record<Person['enterprise'], EnterpriseRow> = {
      ours: await make.enterprise({ virus_scan: true, collaborative_document: true }),
      theirs: await make.enterprise({ collaborative_document: true }),
      forced: await make.enterprise({ force_two_step: true }),
      over: await make.enterprise({ expires_at: new Date(Date.now() - DAY) }),
    }
    for (const person of people) {
      if (person.standing === 'nobody' || person.standing === 'broken') continue
      const { name, isAdministrator } = person
      const user = await make.user({ enterprise: enterprises[person.enterprise], name: `n-${name}`, isAdministrator })
      this.users.set(name, user)
      await this.signIn(person, user)
    }
    const outsider = await make.user({ enterprise: enterprises.theirs, isAdministrator: true })
    const locker = await make.user({ enterprise: enterprises.ours })
    await this.fillOwn(enterprises)
    const owner = this.users.get('owner')!
    await this.fillShared(await this.folder('shared root', 'shared', { owner }, 'whole'), locker)
    await this.file('private file', 'private', { owner })
    await this.folder('private folder', 'private', { owner })
    await this.file('file abroad', 'abroad', { owner: outsider })
    await this.folder('folder abroad', 'abroad', { owner: outsider })
    await this.fillDepartments(enterprises)
    for (const [key, { id }] of Object.entries(enterprises))
      this.add({ key: `enterprise ${key}`, kind: 'enterprise', tree: 'abroad', state: 'plain', id, marks: {} })
    for (const [enterprise, { id, name }] of [
      ['ours', owner],
      ['theirs', outsider],
    ] as const) {
      const place = { tree: 'abroad', state: 'plain', enterprise, marks: {} } as const
      this.add({ ...place, key: `user ${name}`, kind: 'user', id })
      const group = await make.group({ enterprise: enterprises[enterprise] })
      this.add({ ...place, key: `${enterprise} group`, kind: 'group', id: group.id })
    }
    const missing = 900_000_000
    this.add({ key: 'missing', kind: 'nothing', tree: 'abroad', state: 'missing', id: missing, marks: {} })
    await this.fillPurged(owner)
  }

  private async signIn({ name, standing }: Person, user: UserRow) {
    const now = Date.now()
    const at = standing === 'expired' ? now - 400 * DAY : now
    this.tokens.set(name, await openSession(this.db, () => new Date(at), user.id, 'token'))
    if (standing === 'disabled')
      await this.db.updateTable('users').set({ is_active: false }).where('id', '=', user.id).execute()
  }

  /** For each person: a file, a folder, a deleted file, a message and an upload; for some a share link. */
  private async fillOwn(enterprises: Record<'theirs', EnterpriseRow>) {
    for (const [name, owner] of this.users) {
      const tree: Tree = `own:${name}`
      const file = await this.file(`own file of ${name}`, tree, { owner })
      const folder = await this.folder(`own folder of ${name}`, tree, { owner })
      await this.file(`own deleted file of ${name}`, tree, { owner }, 'deleted')
      const rootId = await ownRoot(this.db, owner.id)
      this.add({ key: `own root of ${name}`, kind: 'folder', tree, state: 'root', id: rootId, marks: {} })
      const favourite = { user_id: owner.id, kind: 'file', target_id: file.id, name: file.name } as const
      await this.db.insertInto('favourites').values(favourite).execute()
      const mark = this.mark()
      const message = await this.make.message(owner, { item_name: mark, notice: { name: mark } })
      const marks = { name: [mark] }
      this.add({ key: `message of ${name}`, kind: 'message', tree, state: 'plain', id: message.id, marks })
      await this.comment(name, tree, owner, file)
      await this.upload(name, tree, owner, folder.id)
      // Administrators of `ours` supervise their colleagues' links.
      if (owner.enterprise_id === enterprises.theirs.id) await this.link(name, tree, owner, file)
      await this.collect(name, tree, owner, Number(folder.id))
      const packed = await this.pack(name, Number(file.id))
      this.add({ key: `pack of ${name}`, kind: 'pack', tree, state: 'plain', id: packed, marks: {} })
    }
  }

  private async upload(name: string, tree: Tree, owner: UserRow, folder_id: number) {
    for (const state of ['open', 'partial'] as const) {
      const mark = this.mark()
      const id = `upload${state}${name}`
      const row = {
        id,
        actor_key: userKey(owner.id),
        name: `${mark}.txt`,
        size: 3,
        state,
        folder_id,
        part_key: state === 'open' ? null : `part ${name}`,
      }
      await this.db
        .insertInto('uploads')
        .values({ ...row, expires_at: new Date(Date.now() + DAY) })
        .execute()
      const marks = { name: [mark] }
      const kind = state === 'open' ? 'upload' : 'resumable'
      this.add({ key: `${kind} of ${name}`, kind, tree, state: 'plain', id, marks })
    }
  }

  /** Creates a comment by somebody outside the cast, with a message to the owner. */
  private async comment(name: string, tree: Tree, owner: UserRow, file: ItemRow, state: State = 'plain') {
    const mark = this.mark()
    this.speaker ??= await this.make.user()
    const { comment, notice } = await this.make.comment(file, this.speaker, { content: mark, told: owner })
    // A comment reveals no more than a preview, so commenters may read it.
    this.add({ key: `comment ${name}`, kind: 'comment', tree, state, id: comment.id, marks: { content: [mark] } })
    this.add({ key: `notice ${name}`, kind: 'notice', tree: `own:${name}`, state: 'plain', id: notice!.id, marks: {} })
  }

  private async link(name: string, tree: Tree, owner: UserRow, file: ItemRow) {
    const { id } = await this.make.shareLink(owner, [file])
    this.add({ key: `link of ${name}`, kind: 'link', tree, state: 'plain', id, marks: {} })
  }

  private async collect(name: string, tree: Tree, owner: UserRow, folder_id: number) {
    const [title, who] = [this.mark(), this.mark()]
    const { id } = await this.db
      .insertInto('collect_links')
      .values({
        unique_name: randomBytes(16).toString('base64url'),
        maker_id: owner.id,
        enterprise_id: owner.enterprise_id,
        folder_id,
        title,
        text: '',
        due_at: null,
        kinds: [],
        is_listed_only: false,
        created_at: new Date(),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.add({ key: `collect of ${name}`, kind: 'collect', tree, state: 'plain', id, marks: { name: [title] } })
    const person = await this.db
      .insertInto('collect_people')
      .values({ link_id: id, name: who, name_key: who, user_id: null, is_listed: true })
      .returning('id')
      .executeTakeFirstOrThrow()
    this.add({ key: `person of ${name}`, kind: 'person', tree, state: 'plain', id: person.id, marks: { name: [who] } })
  }

  /** Inserts an archive that was ordered while the right existed. */
  async pack(name: string, itemId: number): Promise<string> {
    const id = randomBytes(8).toString('hex')
    const row = { id, actor_key: this.keyOf(name), item_ids: [itemId], expires_at: new Date(Date.now() + DAY) }
    await this.db.insertInto('packs').values(row).execute()
    return id
  }

  private async fillShared(root: ItemRow, locker: UserRow) {
    const inRoot = { parent: root }
    const group = await this.make.group({ members: [this.users.get('throughGroup')!] })
    for (const { name, shared } of people) {
      const user = this.users.get(name)
      if (!user) continue
      if (name === 'throughGroup') await this.make.collab(root, { group }, 'editor')
      else if (name === 'pending') await this.make.collab(root, { user }, 'coowner', { accepted: false })
      else if (name === 'reset') await this.make.collab(root, { user }, 'reset')
      else if (shared !== null && shared !== 'owner') await this.make.collab(root, { user }, shared)
    }
    await this.make.collab(root, { user: locker }, 'editor')
    const states: State[] = ['plain', 'deleted', 'locked', 'awaiting', 'editing', 'scanned', 'hidden', 'encrypted']
    for (const state of states) await this.file(`${state} file`, 'shared', inRoot, state, locker)
    await this.file('online document', 'shared', inRoot, 'online')
    await this.file('office document', 'shared', inRoot, 'office')
    const folder = await this.folder('plain folder', 'shared', inRoot)
    await this.file('file within', 'shared', { parent: folder })
    await this.folder('deleted folder', 'shared', inRoot, 'deleted')
    const sealed = await this.folder('sealed folder', 'shared', inRoot, 'sealed')
    await this.file('sealed file', 'shared', { parent: sealed }, 'sealed')
    await this.fillBelow('closed', root, 'reset')
    await this.fillBelow('previews', root, 'previewer')
  }

  /** Creates a folder in which everybody invited above gets another role. */
  private async fillBelow(tree: 'closed' | 'previews', root: ItemRow, role: Role) {
    const folder = await this.folder(`${tree} folder`, tree, { parent: root })
    await this.file(`${tree} file`, tree, { parent: folder })
    for (const { name, shared } of people) {
      const user = this.users.get(name)
      if (user && shared !== null && shared !== 'owner') await this.make.collab(folder, { user }, role)
    }
  }

  private async fillDepartments(enterprises: Record<'ours' | 'theirs', EnterpriseRow>) {
    for (const side of ['ours', 'theirs'] as const) {
      const tree = side === 'ours' ? 'department' : 'abroad'
      const mark = this.mark()
      const made = await this.make.department({ enterprise: enterprises[side], name: mark })
      this.add({
        key: `${side} department`,
        kind: 'department',
        tree,
        state: 'plain',
        id: made.id,
        enterprise: side,
        marks: { name: [mark] },
      })
      const rootId = (await departmentRoot(this.db, made.id))!
      this.add({ key: `root of ${side} department`, kind: 'folder', tree, state: 'root', id: rootId, marks: {} })
      await this.file(`file of ${side} department`, tree, { department: made })
      await this.folder(`folder of ${side} department`, tree, { department: made })
      if (side === 'ours') await this.fillMembers(made)
    }
  }

  private async fillMembers(department: DepartmentRow) {
    await this.make.member(department, this.users.get('manager')!, { isManager: true })
    await this.make.member(department, this.users.get('member')!)
  }

  private async fillPurged(owner: UserRow) {
    const { id } = await this.make.file({ owner })
    await this.db.deleteFrom('items').where('id', '=', id).execute()
    this.add({ key: 'purged', kind: 'nothing', tree: 'abroad', state: 'purged', id, marks: {} })
  }

  private add(thing: Thing) {
    this.things.push(thing)
    return thing
  }

  private async folder(key: string, tree: Tree, place: Parameters<typeof this.make.folder>[0], state: State = 'plain') {
    const mark = this.mark()
    const row = await this.make.folder(place, { name: mark })
    this.add({ key, kind: 'folder', tree, state, id: row.id, marks: { name: [mark] } })
    return this.putIntoState(row, state)
  }

  private async file(
    key: string,
    tree: Tree,
    place: Parameters<typeof this.make.file>[0],
    state: State = 'plain',
    locker?: UserRow,
  ) {
    const [name, before, content, remark] = [this.mark(), this.mark(), this.mark(), this.mark()]
    const extension = extensions[state as string] ?? 'txt'
    const row = await this.make.file(place, { name: `${name}.${extension}`, content: textOf(content) })
    const versionId = await this.addVersion(row, textOf(before), remark)
    const current = await this.db
      .selectFrom('versions')
      .selectAll()
      .where('id', '=', row.current_version_id)
      .executeTakeFirstOrThrow()
    await this.giveRenditions(current.body_id, textOf(content), extension)
    const currentVersionId = current.id
    const ids = { id: row.id, versionId, currentVersionId, versionKey: current.key }
    const marks = { name: [name, remark], content: [content, before] }
    this.add({ key, kind: 'file', tree, state, ...ids, marks })
    const ofVersion = { id: versionId, currentVersionId, fileId: row.id, marks: {} }
    this.add({ key: `version of ${key}`, kind: 'version', tree, state, ...ofVersion })
    return this.putIntoState(row, state, locker)
  }

  /** A version that is not the current one. */
  private async addVersion(row: ItemRow, text: string, remark: string) {
    const bodyId = await this.storeBody(text)
    const { id } = await this.db
      .insertInto('versions')
      .values({
        item_id: row.id,
        number: 2,
        body_id: bodyId,
        name: row.name,
        extension: row.extension,
        size: text.length,
        key: randomBytes(8).toString('hex'),
        remark,
        creator_id: row.creator_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }

  private async storeBody(text: string) {
    const { key, size } = await this.store(text)
    return (await this.db.insertInto('bodies').values({ key, size }).returning('id').executeTakeFirstOrThrow()).id
  }

  private store(text: string) {
    return this.server.deps.storage.write(Readable.from([Buffer.from(text)]), { size: text.length })
  }

  /** Inserts index texts and plain-text renditions: no converter has to run, and a leak is readable. */
  private async giveRenditions(bodyId: number, text: string, extension: string) {
    const [said, pages] = [await this.store(text), await this.store('[{"width":10,"height":10,"pages":1}]')]
    const reading = await this.store(storedReading(text))
    const lines = await this.store(storedPageTexts(text))
    await this.db
      .insertInto('contents')
      .values({ body_id: bodyId, text, key: searchKey(text), marks: [0] })
      .execute()
    const row = { body_id: bodyId, status: 'generated', reason: null, milliseconds: null } as const
    const pdf = { ...row, body_key: said.key, size: said.size, content_type: 'application/pdf' }
    // No converter runs here, so nobody can have a watermarked copy of another kind of file.
    const previewers = extension === 'txt' ? people.filter(({ previews }) => previews !== null) : []
    const watermarked = previewers.map(({ name }) => `pdf@${this.keyOf(name)}`)
    await this.db
      .insertInto('representations')
      .values([
        ...['pdf', ...watermarked].map((kind) => ({ ...pdf, kind })),
        { ...row, kind: 'pages', body_key: pages.key, size: pages.size, content_type: 'application/json' },
        { ...row, kind: 'reading', body_key: reading.key, size: reading.size, content_type: 'application/json' },
        { ...row, kind: 'page_texts', body_key: lines.key, size: lines.size, content_type: 'application/json' },
      ])
      .execute()
  }

  private async putIntoState(row: ItemRow, state: State, locker?: UserRow): Promise<ItemRow> {
    const lock = (kind: number) => ({ lock_user_id: locker!.id, lock_kind: kind, locked_at: new Date() })
    const change = {
      deleted: { deleted_at: new Date(), deleted_by: row.creator_id, deleted_space_owner_id: row.creator_id },
      locked: locker && lock(1),
      awaiting: locker && lock(2),
      // The server ends this sign a minute later.
      editing: locker && { ...lock(3), locked_at: new Date(Date.now() + DAY) },
      scanned: { scanned: 1 },
      hidden: { scope: 1 },
      encrypted: { is_encrypted: true },
      sealed: row.is_folder ? { is_encrypted: true } : undefined,
    }[state as string]
    if (change) await this.db.updateTable('items').set(change).where('id', '=', row.id).execute()
    return row
  }
}
