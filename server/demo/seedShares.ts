import { createHash } from 'node:crypto'
import { calendar } from '../time/calendar'
import type { Db } from '../database/connect'
import type { Dependencies } from '../dependencies'
import { insertShareNotice } from '../queries/shares/messages'
import { insertLink, updateLink } from '../queries/shares/links'
import { peopleOf } from '../queries/shares/receivers'
import { notifyReceivers } from '../services/shares/messages'
import { sharePassword } from '../services/shares/passwords'
import { organisations } from './organisations'
import { userId, type People } from './people'
import type { SeededItem, World } from './seedItems'
import { shareSeeds, type ShareSeed } from './shareSeeds'

type Ports = Pick<Dependencies, 'encrypter'>
type Items = ReadonlyMap<string, SeededItem>

/** Inserts links in every state, their visits, and the messages about them. */
export async function seedShares(db: Db, ports: Ports, world: World, items: Items): Promise<void> {
  const enterprises = await enterpriseIds(db, world.people)
  for (const [serial, seed] of shareSeeds.entries()) {
    const enterpriseId = enterprises.get(seed.by.split('@')[1]!)!
    await seedLink(db, ports, { ...world, items, enterpriseId }, seed, serial + 1)
  }
}

async function enterpriseIds(db: Db, people: People): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const { domain, administrator } of organisations) {
    const { enterprise_id: id } = await db
      .selectFrom('users')
      .select('enterprise_id')
      .where('id', '=', userId(people, `${administrator}@${domain}`))
      .executeTakeFirstOrThrow()
    found.set(domain, id)
  }
  return found
}

interface Place extends World {
  items: Items
  enterpriseId: number
}

async function seedLink(db: Db, ports: Ports, place: Place, seed: ShareSeed, serial: number): Promise<void> {
  const { people, now, items, enterpriseId } = place
  const ago = (minutes: number) => calendar(now).subtract(minutes, 'minutes').toDate()
  const made = ago(seed.age)
  const uniqueName = createHash('sha256')
    .update(`demo share ${serial} ${now.getTime()}`)
    .digest('base64url')
    .slice(0, 22)
  const makerId = userId(people, seed.by)
  const maker = { user: { id: makerId }, enterprise: { id: enterpriseId, is_personal: false } }
  const receivers = receiversOf(people, seed.to ?? [])
  const chosen = seed.items.map((path) => itemAt(items, path))
  const linkId = await insertLink(db, {
    ...(await sharePassword(ports, maker, seed.password ?? '', uniqueName)),
    unique_name: uniqueName,
    serial_number: `${calendar(made).format('YYYYMMDD')}-DEMO${String(serial).padStart(2, '0')}`,
    maker_id: makerId,
    enterprise_id: enterpriseId,
    access: seed.access ?? 'public',
    description: seed.description ?? '',
    due_at: seed.endsIn === undefined ? null : ago(-seed.endsIn),
    disable_download: seed.isPreviewOnly ?? false,
    disable_forward: seed.isForwardDisabled ?? false,
    preview_limit: seed.previews?.limit ?? null,
    download_limit: seed.downloads?.limit ?? null,
    watermark_content: seed.watermark ?? '',
    is_watermark_visitor: seed.isWatermarkVisitor ?? false,
    is_first_visit_told: true,
    approval_state: seed.approval?.state ?? 2,
    approver_id: seed.approval ? userId(people, seed.approval.by) : null,
    created_at: made,
    items: await Promise.all(
      chosen.map(async ({ id }) => ({
        itemId: id,
        pinnedVersionId: seed.isVersionPinned ? await versionOf(db, id) : null,
      })),
    ),
    receivers,
  })
  const userIds = await peopleOf(db, receivers, { senderId: makerId, enterpriseId })
  if (!seed.approval) await notifyReceivers(db, { linkId, source: 1, userIds, at: made })
  const { visits, visitors } = await seedVisits(db, place, linkId, seed)
  await updateLink(db, linkId, {
    visit_count: visits,
    visitor_count: visitors,
    preview_count: seed.previews?.used ?? visits,
    download_count: seed.downloads?.used ?? 0,
    visit_told_at: visits > 0 ? made : null,
    ...(seed.closed && {
      [seed.closed.by === seed.by ? 'closed_at' : 'closed_by_administrator_at']: ago(seed.closed.ago),
    }),
  })
  for (const { action, ago: since } of seed.notices ?? []) {
    const notice = { action, state: 'finished', count: 1, name: chosen[0]!.name, folder: '' } as const
    await insertShareNotice(db, { linkId, userId: makerId, notice, at: ago(since) })
  }
}

const devices = ['wechat', 'browser', 'wechat', 'wecom', 'browser'] as const

/** Spreads visits over the hours of each day; every third visitor returns. */
async function seedVisits(db: Db, { people, now }: Place, linkId: number, { visits = [], visitors = [] }: ShareSeed) {
  const moments = visits.flatMap((count, daysAgo) =>
    Array.from({ length: count }, (_, at) =>
      calendar(now)
        .subtract(daysAgo, 'days')
        .subtract(20 + at * 37, 'minutes')
        .toDate(),
    ),
  )
  const rows = moments.map((at, serial) => {
    const login = visitors[serial]
    return {
      link_id: linkId,
      at,
      kind: 'visit' as const,
      visitor:
        login === undefined
          ? `xdemo${String(serial - (serial % 3 === 2 ? 1 : 0)).padStart(11, '0')}`
          : `u${userId(people, login)}`,
      user_id: login === undefined ? null : userId(people, login),
      item_id: null,
      item_name: '',
      device: devices[serial % devices.length]!,
      address: null,
    }
  })
  // Oldest first, because ids grow with time.
  if (rows.length > 0)
    await db
      .insertInto('share_visits')
      .values([...rows].reverse())
      .execute()
  return { visits: rows.length, visitors: new Set(rows.map(({ visitor }) => visitor)).size }
}

function receiversOf({ users, groups }: People, names: readonly string[]) {
  return {
    userIds: names.flatMap((name) => users.get(name) ?? []),
    groupIds: names.flatMap((name) => groups.get(name) ?? []),
  }
}

function itemAt(items: Items, path: string): SeededItem {
  const item = items.get(path)
  if (!item) throw new Error(`The demo world has no item ${path}`)
  return item
}

async function versionOf(db: Db, itemId: number): Promise<number | null> {
  const found = await db
    .selectFrom('items')
    .select('current_version_id')
    .where('id', '=', itemId)
    .executeTakeFirstOrThrow()
  return found.current_version_id
}
