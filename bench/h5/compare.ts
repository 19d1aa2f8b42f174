import path from 'node:path'
import { median } from '../measurement'
import { createWorld } from '../world'
import { prepareGround, type Service } from '../service'
import { timeFirstRow, timeOfMany, weighFirstRow } from './firstRow'
import { sharePicture, timeShare } from './share'
import { launchBrowser } from './visit'

const usual = 1000
const many = 10_000

/**
 * Prints what each build needs for the first page, beside the first build. In each round every build takes its turn.
 * @param builds folders, each with `h5` and `server`
 */
export async function compareBuilds(builds: readonly string[], rounds: number): Promise<void> {
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const services: Service[] = []
    for (const build of builds)
      services.push(await ground.serve(path.join(build, 'h5'), {}, path.join(build, 'server')))
    const world = await createWorld(ground, services[0]!.url)
    const subjects = services.map((service) => ({ ...service, cookie: world.session.headers.cookie! }))
    const [folder, large] = [await world.fill(usual), await world.fill(many)]
    const runs: Record<string, number>[][] = builds.map(() => [])
    const links: Awaited<ReturnType<typeof sharePicture>>[] = []
    // One after another: many sign-ins at once would have to wait.
    for (const ours of subjects) links.push(await sharePicture({ browser, world, ours }))
    for (let round = 0; round < rounds; round += 1)
      for (const [at, subject] of subjects.entries()) {
        const { firstRow, taps, warm, blocking } = await timeFirstRow(browser, subject, folder.id)
        const { drawn, picture } = await timeShare({ browser, ours: subject }, links[at]!)
        const tenThousand = await timeOfMany(browser, subject, large.id)
        runs[at]!.push({ firstRow, taps, warm, blocking: blocking / 1000, drawn, picture, tenThousand })
      }
    const names = Object.keys(runs[0]![0]!)
    console.log(['build', 'KB', ...names].join('\t'))
    for (const [at, subject] of subjects.entries()) {
      const { gzip } = await weighFirstRow(browser, subject, folder.id)
      const medians = names.map((name) => median(runs[at]!.map((one) => one[name]!)).toFixed(3))
      console.log([path.basename(builds[at]!), gzip.toFixed(1), ...medians].join('\t'))
    }
  } finally {
    await browser.close()
    await ground.close()
  }
}
