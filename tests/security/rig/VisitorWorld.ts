import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { calls, type CallName } from '@/contract/api'
import type { ShareLink } from '@/contract/shares/shares'
import type { ItemRow, UserRow } from '../../../server/database/tables'
import { emptyState } from '../../../server/services/documents/body'
import { issueGrant } from '../../../server/services/shares/grants'
import type { Client } from '../../support/client'
import { storedPageTexts, storedReading } from '../../support/previews/storedReading'
import { photo } from '../../support/samples/samples'
import { zip } from '../../support/samples/zip'
import { Sharing } from '../../support/shares/sharing'
import { makeLink, typedIdOf } from '../../support/shares/shares'
import { demands } from './demands'
import { slot, slotsOf, valuesOf } from './slots'
import { createMarks, type Thing } from './things'

/** A visitor's credentials: the token of a link and a grant. */
export interface Credential {
  name: string
  token: string
  grant: string
}

/** One request. */
interface Asked {
  /** null: the request names no item of the world */
  thing: Thing | null
  input: Record<string, unknown>
  /** Whether the call uses the parameter that names the item. */
  isJudged: boolean
}

/** A visitor without an account, or a stranger with one. */
export type Asker = 'anonymous' | 'stranger'

/** A shared folder with protected items in and around it. Every name and text is a mark, which is a unique string (things.ts). */
export class VisitorWorld {
  /** Items that the link shows; and items around or in it that the link does not show. */
  readonly shown: Thing[] = []
  readonly hidden: Thing[] = []
  link!: ShareLink
  stranger!: UserRow
  askers!: Record<Asker, Client>
  private own!: Record<'file' | 'folder', Thing>
  private readonly mark = createMarks()

  private constructor(readonly at: Sharing) {}

  static async open(): Promise<VisitorWorld> {
    const world = new VisitorWorld(await Sharing.open())
    await world.fill()
    return world
  }

  close(): Promise<void> {
    return this.at.close()
  }

  private async fill() {
    const { at } = this
    const { make, owner } = at
    const above = await this.folder('the folder above', this.hidden, { owner })
    await this.file('a file beside it', this.hidden, { parent: above })
    const sibling = await this.folder('a folder beside it', this.hidden, { parent: above })
    await this.file('a file in the folder beside it', this.hidden, { parent: sibling })
    const folder = await this.folder('the shared folder', this.shown, { parent: above })
    const file = await this.file('a file', this.shown, { parent: folder })
    await this.addVersion(file)
    const inner = await this.folder('a folder within', this.shown, { parent: folder })
    await this.file('a file within', this.shown, { parent: inner })
    await this.picture(folder)
    await this.picture(folder)
    for (const [key, change] of [
      ['a deleted file', { deleted_at: at.now, deleted_by: owner.id, deleted_space_owner_id: owner.id }],
      ['a file that may not be shared', { share_disabled_for: 'all' }],
    ] as const)
      await at.change(await this.file(key, this.hidden, { parent: folder }), change)
    await this.encrypted(folder)
    await this.archive(folder)
    await this.table(folder)
    await this.document(folder)
    await this.file('a file of a stranger', this.hidden, { owner: await make.user() })
    await at.server.deps.db.updateTable('enterprises').set({ complaints: true, collaborative_document: true }).execute()
    this.link = await makeLink(at.me, folder, { password_protected: true, password: 'k7m3' })
    await this.renew()
  }

  /** Replaces the stranger by a new one without items, and deletes all reports. */
  async renew() {
    const { at } = this
    at.rewind()
    await at.server.deps.db.deleteFrom('share_reports').execute()
    this.stranger = await at.make.user()
    this.own = { file: await this.plain('file'), folder: await this.plain('folder') }
    this.askers = { anonymous: at.visitorOf(this.link).client, stranger: await at.signIn(this.stranger) }
  }

  /** An item of the stranger, with names that are no marks. */
  private async plain(kind: 'file' | 'folder'): Promise<Thing> {
    const row = await this.at.make[kind]({ owner: this.stranger })
    return { key: `own ${kind}`, kind, tree: 'abroad', state: 'plain', id: row.id, marks: {} }
  }

  private async folder(key: string, among: Thing[], place: Parameters<typeof this.at.make.folder>[0]) {
    const name = this.mark()
    const row = await this.at.make.folder(place, { name })
    among.push({ key, kind: 'folder', tree: 'shared', state: 'plain', id: row.id, marks: { name: [name] } })
    return row
  }

  private async file(key: string, among: Thing[], place: Parameters<typeof this.at.make.file>[0]) {
    const [name, content] = [this.mark(), this.mark()]
    const row = await this.at.make.file(place, { name: `${name}.txt`, content })
    await this.giveRenditions(row, content)
    const marks = { name: [name], content: [content] }
    among.push({ key, kind: 'file', tree: 'shared', state: 'plain', id: row.id, marks })
    return row
  }

  private async picture(parent: ItemRow) {
    const name = this.mark()
    const row = await this.at.make.file({ parent }, { name: `${name}.jpg`, content: await photo() })
    this.shown.push({
      key: 'a picture',
      kind: 'file',
      tree: 'shared',
      state: 'plain',
      id: row.id,
      marks: { name: [name] },
    })
  }

  /** A text that several people edit. */
  private async document(parent: ItemRow) {
    const name = this.mark()
    const row = await this.at.make.file({ parent }, { name: `${name}.ydoc`, content: Buffer.from(emptyState) })
    this.shown.push({
      key: 'a document',
      kind: 'file',
      tree: 'shared',
      state: 'online',
      id: row.id,
      marks: { name: [name] },
    })
  }

  /** Its name is visible, its contents are not. */
  private async encrypted(parent: ItemRow) {
    const row = await this.file('an encrypted file', this.hidden, { parent })
    await this.at.change(row, { is_encrypted: true })
    const { marks } = this.hidden.at(-1)!
    delete marks.name
  }

  private async archive(parent: ItemRow) {
    const [name, entry, content] = [this.mark(), this.mark(), this.mark()]
    const row = await this.at.make.file(
      { parent },
      { name: `${name}.zip`, content: zip({ [`${entry}.txt`]: content }) },
    )
    const marks = { name: [name], content: [entry, content] }
    this.shown.push({ key: 'an archive', kind: 'file', tree: 'shared', state: 'plain', id: row.id, marks })
  }

  private async table(parent: ItemRow) {
    const [name, content] = [this.mark(), this.mark()]
    const row = await this.at.make.file({ parent }, { name: `${name}.csv`, content: `${content},2\n3,4\n` })
    const marks = { name: [name], content: [content] }
    this.shown.push({ key: 'a table', kind: 'file', tree: 'shared', state: 'plain', id: row.id, marks })
  }

  /** A version that is not the current one. */
  private async addVersion(file: ItemRow) {
    const [name, content] = [this.mark(), this.mark()]
    const { db } = this.at.server.deps
    const { id: body_id } = await this.body(content)
    const { id } = await db
      .insertInto('versions')
      .values({
        item_id: file.id,
        number: 0,
        body_id,
        name: `${name}.txt`,
        extension: 'txt',
        size: content.length,
        key: randomBytes(8).toString('hex'),
        creator_id: file.creator_id,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    const marks = { name: [name], content: [content] }
    const thing = { key: 'an older version', kind: 'version', tree: 'shared', state: 'plain', marks } as const
    this.hidden.push({ ...thing, id, fileId: file.id, marks: { ...marks } })
  }

  private async body(text: string) {
    const { storage, db } = this.at.server.deps
    const { key, size } = await storage.write(Readable.from([Buffer.from(text)]), { size: text.length })
    return db.insertInto('bodies').values({ key, size }).returning(['id', 'key', 'size']).executeTakeFirstOrThrow()
  }

  /** Stores plain-text renditions: no converter has to run, and a leak is readable. */
  private async giveRenditions({ current_version_id }: ItemRow, text: string) {
    const { db } = this.at.server.deps
    const { body_id } = await db
      .selectFrom('versions')
      .select('body_id')
      .where('id', '=', current_version_id)
      .executeTakeFirstOrThrow()
    const [said, pages] = [await this.body(text), await this.body('[{"width":10,"height":10,"pages":1}]')]
    const reading = await this.body(storedReading(text))
    const lines = await this.body(storedPageTexts(text))
    const row = { body_id, status: 'generated', reason: null, milliseconds: null } as const
    await db
      .insertInto('representations')
      .values([
        { ...row, kind: 'pdf', body_key: said.key, size: said.size, content_type: 'application/pdf' },
        { ...row, kind: 'pages', body_key: pages.key, size: pages.size, content_type: 'application/json' },
        { ...row, kind: 'reading', body_key: reading.key, size: reading.size, content_type: 'application/json' },
        { ...row, kind: 'page_texts', body_key: lines.key, size: lines.size, content_type: 'application/json' },
      ])
      .execute()
  }

  /** The valid credentials: the token of the link and its grant. */
  async valid(asker: Asker): Promise<Credential> {
    const session = asker === 'stranger' ? this.askers.stranger : undefined
    const visitor = await this.at.opened(this.link, session, 'k7m3')
    return { name: 'the right grant', token: this.link.unique_name, grant: visitor.grant }
  }

  /** Invalid credentials. Some contain a valid grant of another link. */
  async wrong(asker: Asker): Promise<Credential[]> {
    const { at, link } = this
    const { sign } = at.server.deps
    const token = link.unique_name
    const valid = (await this.valid(asker)).grant
    const visitor = asker === 'stranger' ? (`u${this.stranger.id}` as const) : ('xAAAAAAAAAAAAAAAA' as const)
    const versioned = { linkId: link.id, passwordVersion: 1, visitor }
    const past = () => new Date(at.now.getTime() - 7_201_000)
    const grantOf = async (item: Pick<Thing, 'id' | 'kind'>) => {
      const row = { id: Number(item.id), is_folder: item.kind === 'folder' }
      const other = await makeLink(at.me, row)
      const session = asker === 'stranger' ? this.askers.stranger : undefined
      return { token: other.unique_name, grant: (await at.opened(other, session)).grant }
    }
    const [above, beside] = [
      await grantOf(this.named('the folder above')),
      await grantOf(this.named('a folder beside it')),
    ]
    const somebody = await at.make.user()
    return [
      { name: 'no grant', token, grant: '' },
      { name: 'no token', token: '', grant: valid },
      { name: 'a token of no link', token: 'A'.repeat(22), grant: valid },
      { name: 'a grant that is over', token, grant: issueGrant(sign, past, versioned) },
      {
        name: 'a grant of another password',
        token,
        grant: issueGrant(sign, () => at.now, { ...versioned, passwordVersion: 2 }),
      },
      {
        name: 'a grant with another signature',
        token,
        grant: `${valid.slice(0, -1)}${valid.endsWith('A') ? 'B' : 'A'}`,
      },
      {
        name: 'a grant of somebody else',
        token,
        grant: issueGrant(sign, () => at.now, { ...versioned, visitor: `u${somebody.id}` }),
      },
      { name: 'the grant of the folder above', token, grant: above.grant },
      { name: 'the grant of the folder beside it', token, grant: beside.grant },
      { name: 'token and grant of the folder beside it', ...beside },
    ]
  }

  named(key: string): Thing {
    return [...this.shown, ...this.hidden].find((thing) => thing.key === key)!
  }

  /** Inputs of a call. The first names no item; each further input names one item in one parameter. */
  inputsOf(name: CallName, things: readonly Thing[]): Asked[] {
    const { request } = calls[name]
    const slots = slotsOf(name, request)
    const base = (thing: Thing | null) => {
      const input = valuesOf(request)
      for (const other of slots) if (other in input) input[other] = this.fair(other)
      Object.assign(input, demands[name].beside?.(thing))
      return 'query_words' in input ? { ...input, query_words: 'zq' } : input
    }
    const named = slots.flatMap((parameter) =>
      things
        .filter(({ kind }) => slot(parameter).kinds.includes(kind))
        .map((thing) => {
          const input = { ...base(thing), [parameter]: slot(parameter).write(thing) }
          // A version is named together with its file.
          if (thing.kind === 'version' && 'file_id' in input) input.file_id = thing.fileId
          return { thing, input, isJudged: demands[name].needs[parameter] !== 'open' }
        }),
    )
    return [{ thing: null, input: base(null), isJudged: true }, ...named]
  }

  private fair(parameter: string): unknown {
    const { fair, write, kinds } = slot(parameter)
    if (fair === 'own root') return 0
    if (fair === 'own folder') return write(this.own.folder)
    return write(kinds.includes('file') ? this.own.file : { ...this.own.folder, kind: kinds[0]!, id: 900_000_000 })
  }

  typedIds(things: readonly Thing[]) {
    return things
      .filter(({ kind }) => kind === 'file' || kind === 'folder')
      .map(({ id, kind }) => typedIdOf({ id: Number(id), is_folder: kind === 'folder' }))
  }
}
