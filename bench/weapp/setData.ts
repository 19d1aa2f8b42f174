import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LIST_PAGE_SIZE } from '@/domain/listLimits'
import { rowHeightOf, STEP, windowStart } from '@/domain/items/lists/slots'
import { client } from '../../tests/support/client'
import { launch, type Host, type SentData } from '../../tests/weapp/host'
import { KB, median, type Measurement } from '../measurement'
import { prepareGround, requireBuild, type Ground } from '../service'
import { createWorld } from '../world'

const origin = 'https://api.satchel.test'
/** px; an iPhone with a notch */
const viewportHeight = 812
const rowHeight = rowHeightOf(1)
/** ms without setData after which a step counts as ended; longer than the list's own debounce */
const quiet = 800
const list = '.virtual-list'
/** The component that holds the rows as data. */
const rows = 'custom-wrapper'

/** Bytes that Taro passes to WeChat's renderer, counted in the compiled mini-program on the test host. */
export async function measureSetData(): Promise<Measurement[]> {
  const ground = await prepareGround()
  const build = await mkdtemp(path.join(tmpdir(), 'satchel-weapp-'))
  try {
    await cp(requireBuild('weapp'), build, { recursive: true })
    const { url } = await ground.serve(undefined, { BASE_URL: origin })
    const world = await createWorld(ground, url)
    const { headers } = await client({ url }).asApplet(world.login)
    const page = await world.fill(LIST_PAGE_SIZE)
    const many = await world.fill(1000)
    const open = ({ id }: { id: number }) => {
      const storage = { authToken: JSON.stringify(headers['auth-token']) }
      return launch(build, {
        origin,
        serverUrl: url,
        path: 'pages/files/index',
        query: { space: 'folder', id: String(id) },
        storage,
      })
    }
    return [
      ...(await measureOpening(() => open(page))),
      ...(await measureToggle(await open(page), ground)),
      ...(await measureMoves(await open(many))),
    ]
  } finally {
    await rm(build, { recursive: true, force: true })
    await ground.close()
  }
}

/** Five times, because the machine's load decides whether answers share one setData. */
async function measureOpening(open: () => Promise<Host>): Promise<Measurement[]> {
  const opened: { bytes: number; calls: number }[] = []
  for (let round = 0; round < 5; round += 1) {
    const host = await open()
    await shown(host)
    opened.push(sumOf(host.setDataLog))
    await host.close()
  }
  return [
    { id: 'weapp.open.bytes', value: median(opened.map(({ bytes }) => bytes)) / KB },
    { id: 'weapp.open.calls', value: Math.min(...opened.map(({ calls }) => calls)) },
  ]
}

async function measureToggle(host: Host, { db }: Ground): Promise<Measurement[]> {
  await shown(host)
  await db
    .updateTable('items')
    .set({ lock_user_id: 1, lock_kind: 1, locked_at: new Date() })
    .where('name', '=', '宣传物料')
    .execute()
  const { log } = await cost(host, () => host.fire(list, 'refresherrefresh'))
  await host.close()
  return [{ id: 'weapp.toggle.bytes', value: sumOf(log.filter(({ owner }) => owner === rows)).bytes }]
}

async function measureMoves(host: Host): Promise<Measurement[]> {
  await shown(host)

  // Scrolls to just before the point that requests the next page, then past it without a new row in view.
  const edge = bodyHeight(host) - 2 * viewportHeight
  await cost(host, () => host.scroll(list, edge - 1))
  if (startAt(host, edge - 1) !== startAt(host, edge + 1))
    throw new Error('the edge lies on a step: choose another viewport')
  const append = await cost(host, () => host.scroll(list, edge + 1))

  const scroll = await cost(host, () => host.scroll(list, edge + 1 + STEP * rowHeight))
  const jump = await cost(host, () => host.scroll(list, 0))
  const refresh = await cost(host, () => host.fire(list, 'refresherrefresh'))
  await host.close()
  return [
    { id: 'weapp.append.bytes', value: append.bytes },
    { id: 'weapp.scroll.bytes', value: scroll.bytes / KB },
    { id: 'weapp.jump.bytes', value: jump.bytes / KB },
    { id: 'weapp.refresh.bytes', value: refresh.bytes / KB },
  ]
}

function bodyHeight(host: Host): number {
  return parseFloat((host.$('.virtual-list-body')!.element as HTMLElement).style.height)
}

function startAt(host: Host, scrollTop: number): number {
  return windowStart({ scrollTop, viewportHeight, rowHeight, count: bodyHeight(host) / rowHeight })
}

function sumOf(log: readonly SentData[]) {
  return { log, bytes: log.reduce((sum, { bytes }) => sum + bytes, 0), calls: log.length }
}

/** The data that a step sends until it ends. */
async function cost(host: Host, step: () => void) {
  const before = host.setDataLog.length
  step()
  await settle(host)
  return sumOf(host.setDataLog.slice(before))
}

/** Searches for texts, because the rows' elements may be inside a component. */
async function shown(host: Host): Promise<void> {
  await host.waitFor(() => host.text().includes('宣传物料'))
  await settle(host)
}

async function settle(host: Host): Promise<void> {
  for (let seen = -1; seen !== host.setDataLog.length;) {
    seen = host.setDataLog.length
    await sleep(quiet)
  }
  host.check()
}
