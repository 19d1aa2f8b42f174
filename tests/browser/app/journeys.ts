import { describe, test } from 'node:test'
import type { Page } from 'playwright-core'
import { client } from '../../support/client'
import { freeEnterprise } from '../../support/shares/linkWorld'
import { desk } from '../rig/console'
import type { Drive } from '../rig/drive'
import { hands, type Hand } from '../rig/hands'

/** A user with a folder and a file, and a colleague in their department. */
async function makeWorld({ make, server }: Drive) {
  const enterprise = await freeEnterprise({ make, server })
  const department = await make.department({ enterprise, name: '教务处' })
  const person = (name: string, login: string) =>
    make.user({ department, name, login: `${login}${enterprise.id}@test`, isAdministrator: login === 'wang' })
  const [owner, colleague] = [await person('王珂', 'wang'), await person('李蔚', 'li')]
  const folder = await make.folder({ owner }, { name: '招生' })
  const content = '欢迎报名\n第二行说樱桃\n第三行也说樱桃'
  const file = await make.file({ owner }, { name: '简章.txt', content })
  return {
    enterprise,
    department,
    owner,
    colleague,
    folder,
    file,
    me: await client(server).as(owner.login),
    they: await client(server).as(colleague.login),
  }
}

export type World = Awaited<ReturnType<typeof makeWorld>>

export interface Journey {
  what: string
  /** @returns the address where the journey begins; by default the own files */
  prepare?(world: World): Promise<unknown>
  run(hand: Hand, page: Page, world: World): Promise<void>
}

/** Makes each journey twice: by the keyboard alone and by the mouse. */
export function runJourneys(drive: Drive, journeys: readonly Journey[]): void {
  describe('everyday journeys at 1440 × 900', () => {
    for (const { what, prepare, run } of journeys)
      for (const [how, handOf] of hands)
        test(`${what}, ${how}`, async () => {
          const world = await makeWorld(drive)
          const address = await prepare?.(world)
          const start = typeof address === 'string' ? address : '/files/own'
          await drive.visit(world.owner, start, (page) => run(handOf(page), page, world), desk)
        })
  })
}
