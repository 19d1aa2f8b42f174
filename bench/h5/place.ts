import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Browser } from 'playwright-core'
import { prepareGround, requireBuild, type Service } from '../service'
import { createWorld, type World } from '../world'
import { buildBaseline } from '../baseline/build'
import { launchBrowser } from './visit'

/** A measured client: ours, or the baseline. */
export interface Subject extends Service {
  cookie: string
}

export interface Place {
  browser: Browser
  world: World
  ours: Subject
  baseline: Subject
}

/** Calls `run` with a server for each client, on the same data. */
export async function atPlace<T>(run: (place: Place) => Promise<T>): Promise<T> {
  const client = requireBuild('h5')
  const plain = await mkdtemp(path.join(tmpdir(), 'satchel-baseline-'))
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const ours = await ground.serve(client)
    const baseline = await ground.serve(await buildBaseline(plain))
    const world = await createWorld(ground, ours.url)
    const cookie = world.session.headers.cookie!
    return await run({ browser, world, ours: { ...ours, cookie }, baseline: { ...baseline, cookie } })
  } finally {
    await browser.close()
    await ground.close()
    await rm(plain, { recursive: true, force: true })
  }
}
