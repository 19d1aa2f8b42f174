import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { prepareGround, requireBuild, type Ground, type Service } from '../service'
import { createWorld, type World } from '../world'
import { buildBaseline } from '../baseline/build'
import { launchBrowser } from './visit'

/** A measured client: ours, or the baseline. */
export interface Subject extends Service {
  cookie: string
}

/** Our client at work. */
export interface OwnPlace {
  browser: Browser
  world: World
  ours: Subject
}

export interface Place extends OwnPlace {
  baseline: Subject
}

/** Calls `run` with a server for each client, on the same data. */
export function atPlace<T>(run: (place: Place) => Promise<T>): Promise<T> {
  return atOwnPlace(async (place, ground) => {
    const plain = await mkdtemp(path.join(tmpdir(), 'satchel-baseline-'))
    try {
      const baseline = await ground.serve(await buildBaseline(plain))
      return await run({ ...place, baseline: { ...baseline, cookie: place.ours.cookie } })
    } finally {
      await rm(plain, { recursive: true, force: true })
    }
  })
}

/** Calls `run` with a server of our client. */
export async function atOwnPlace<T>(run: (place: OwnPlace, ground: Ground) => Promise<T>): Promise<T> {
  const client = requireBuild('h5')
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const ours = await ground.serve(client)
    const world = await createWorld(ground, ours.url)
    return await run({ browser, world, ours: { ...ours, cookie: world.session.headers.cookie! } }, ground)
  } finally {
    await browser.close()
    await ground.close()
  }
}
