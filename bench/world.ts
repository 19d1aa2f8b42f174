import { randomBytes } from 'node:crypto'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import sharp from 'sharp'
import { extensionOf } from '@/domain/items/extension'
import type { ItemRow, UserRow } from '../server/database/tables'
import { factories } from '../tests/support/factories'
import { decideShares } from '../tests/support/shares/sharePolicy'
import { client, type Client } from '../tests/support/client'
import type { Ground } from './service'

const folderNames = ['宣传物料', '2026 年秋季学期', '合同与发票', '学生活动照片']
const fileNames = [
  '第{n}次校务会议纪要（终稿）.docx',
  'IMG_20261103_{n}.jpg',
  '高一（3）班期中考试成绩汇总表 {n}.xlsx',
  '2026 年秋季招生简章 v{n}.pdf',
  '开学典礼合影 {n}.jpg',
  '食堂采购清单-{n}.xlsx',
  '教师节活动策划方案 {n}.pptx',
  '设备报修登记 {n}.txt',
  '操场改造效果图 {n}.png',
  '录音 {n}.m4a',
]
const tagNames = ['重要', '项目', '待审', 'final', '2026']

/** bytes; the stated size of a file of the world */
const sizeOf = (index: number) => 900 + ((index * 7_919_777) % 48_000_000)

function nameOf(index: number): string {
  if (index < folderNames.length) return folderNames[index]!
  return fileNames[index % fileNames.length]!.replace('{n}', String(1000 + index))
}

/** One row in five has two tags; another one in five has one tag. */
function tagsOf(index: number): string[] {
  if (index % 5 === 0) return [tagNames[index % 3]!, tagNames[3]!]
  return index % 5 === 2 ? [tagNames[2]!] : []
}

export interface World {
  login: string
  session: Client
  /** Makes a folder with `count` items: four folders, one third pictures, tags as in real drives. */
  fill(count: number): Promise<Pick<ItemRow, 'id'>>
  /** A photograph in the owner's space. */
  picture(): Promise<ItemRow>
  /** Fills a folder visible to a member of a department, three levels deep, with a group as collaborator. */
  fillDepartment(count: number): Promise<{ folder: Pick<ItemRow, 'id'>; login: string }>
}

export async function createWorld({ db, storage }: Pick<Ground, 'db' | 'storage'>, url: string): Promise<World> {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise({ name: '明德学校' })
  await decideShares({ db }, enterprise, { is_share_force_passwd_switch: false })
  const owner = await make.user({ enterprise, name: '王珂', login: 'bench@test' })
  const picture = await storedPicture()
  const tags = await db
    .insertInto('tags')
    .values(tagNames.map((name) => ({ enterprise_id: enterprise.id, name })))
    .returning(['id', 'name'])
    .execute()
  const tagIds = new Map(tags.map(({ id, name }) => [name, id]))

  /** @param width px */
  function photograph(width: number): Promise<Buffer> {
    return sharp(randomBytes(48 * 32 * 3), { raw: { width: 48, height: 32, channels: 3 } })
      .resize(width)
      .jpeg()
      .toBuffer()
  }

  /** All files share one blob, so that all thumbnails are made at once. */
  async function storedPicture() {
    const bytes = await photograph(900)
    const { key, size } = await storage.write(Readable.from([bytes]), { size: bytes.length })
    return db.insertInto('bodies').values({ key, size }).returning('id').executeTakeFirstOrThrow()
  }

  async function addItems(parent: Pick<ItemRow, 'id'>, creator: UserRow, from: number, to: number) {
    const start = Date.UTC(2026, 9, 1)
    const values = Array.from({ length: to - from }, (_, offset) => {
      const index = from + offset
      const name = nameOf(index)
      const isFolder = index < folderNames.length
      const at = new Date(start - index * 1000 * 60 * 47)
      return {
        parent_id: parent.id,
        is_folder: isFolder,
        name,
        name_key: name.normalize('NFC'),
        extension: isFolder ? '' : extensionOf(name),
        size: isFolder ? 0 : sizeOf(index),
        creator_id: creator.id,
        updater_id: creator.id,
        created_at: at,
        modified_at: at,
        changed_at: at,
      }
    })
    const items = await db
      .insertInto('items')
      .values(values)
      .returning(['id', 'is_folder', 'name', 'extension', 'size', 'created_at'])
      .execute()
    const versions = items
      .filter((item) => !item.is_folder)
      .map(({ id, is_folder: _, ...file }) => ({
        ...file,
        item_id: id,
        number: 1,
        body_id: picture.id,
        key: randomBytes(8).toString('hex'),
        creator_id: creator.id,
      }))
    await db.insertInto('versions').values(versions).execute()
    const marks = items.flatMap(({ id }, offset) =>
      tagsOf(from + offset).map((name, position) => ({ item_id: id, tag_id: tagIds.get(name)!, position })),
    )
    if (marks.length > 0) await db.insertInto('item_tags').values(marks).execute()
  }

  async function fillFolder(folder: Pick<ItemRow, 'id'>, creator: UserRow, count: number) {
    for (let from = 0; from < count; from += 2000) await addItems(folder, creator, from, Math.min(count, from + 2000))
    await sql`update items set current_version_id = versions.id from versions
      where versions.item_id = items.id and items.parent_id = ${folder.id} and current_version_id is null`.execute(db)
    await sql`analyze`.execute(db)
    return folder
  }

  return {
    login: owner.login,
    session: await client({ url }).as(owner.login),
    fill: async (count) => fillFolder(await make.folder({ owner }, { name: `${count} 项` }), owner, count),
    picture: async () => make.file({ owner }, { name: '开学典礼合影.jpg', content: await photograph(3000) }),
    async fillDepartment(count) {
      const department = await make.department({ enterprise, name: '教务处' })
      const colleague = await make.user({ department, name: '李思源', login: 'colleague@test' })
      const author = await make.user({ department, name: '陈一鸣' })
      const upper = await make.folder({ department }, { name: '教学资料' })
      const middle = await make.folder({ parent: upper }, { name: '2026' })
      const folder = await make.folder({ parent: middle }, { name: '归档' })
      const group = await make.group({ enterprise, members: [colleague] })
      await make.collab(middle, { group }, 'editor')
      await fillFolder(folder, author, count)
      return { folder, login: colleague.login }
    },
  }
}
