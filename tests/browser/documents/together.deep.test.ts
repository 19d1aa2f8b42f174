import assert from 'node:assert/strict'
import { afterEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { phrases } from '@/i18n/documents/zhCN'
import { openState } from '../../../server/services/documents/body'
import { client, type Client } from '../../support/client'
import { randomOf, seed } from '../../support/deep'
import { pick } from '../../support/documents/crowd/Ledger'
import { endWriters, joinWriter, paragraphsOf, tokenOf, type Writer } from '../../support/documents/writers'
import { until } from '../../support/until'
import { openDrive } from '../rig/drive'
import { compose, documentWorld, state, text, written } from './documentPage'

/** ms for which both write */
const MINUTE = 60_000
const READERS = 200
/** Colleagues who open the document in several windows each: one person may open some 60 a minute. */
const COLLEAGUES = 5

const drive = openDrive({ connections: 10 })
afterEach(endWriters)

interface Word {
  steps: readonly string[]
  commit: string
}
/** Each phone writes other letters. */
const words: Record<'mine' | 'theirs', readonly Word[]> = {
  mine: [
    { steps: ['n', 'ni', 'ni h', 'ni hao'], commit: '你好' },
    { steps: ['s', 'shi', 'shi j', 'shi jie'], commit: '世界' },
    { steps: ['w', 'wo'], commit: '我' },
  ],
  theirs: [
    { steps: ['x', 'xue', 'xue x', 'xue xiao'], commit: '学校' },
    { steps: ['l', 'lao', 'lao s', 'lao shi'], commit: '老师' },
    { steps: ['t', 'ta', 'ta m', 'ta men'], commit: '他们' },
  ],
}

for (const readers of [0, READERS])
  test(`[DOC-02] [DOC-09] two phones write Chinese in one paragraph for a minute before ${readers} readers, and no letter is lost`, async (t) => {
    const { owner, other, enterprise, folder, item, address: place } = await documentWorld(drive)
    const colleagues: Client[] = []
    for (let at = 0; at < COLLEAGUES; at += 1) {
      const user = await drive.make.user({ enterprise })
      await drive.make.collab(folder, { user }, 'viewer')
      colleagues.push(await client(drive.server).as(user.login))
    }
    // This process runs the server, too, so the readers leave out their signs of life, which each would send to all others.
    const open = async (colleague: Client) =>
      joinWriter(drive.server, { fileId: item.id, access: await tokenOf(colleague, item.id), isShown: false })
    const opened: Writer[] = []
    while (opened.length < readers) opened.push(...(await Promise.all(colleagues.map(open))))
    await drive.visit(owner, place, (mine) =>
      drive.visit(other, place, async (theirs) => {
        await text(mine).tap()
        await mine.keyboard.insertText('开始')
        await until('the paragraph', async () => (await written(theirs)) === '开始')
        await text(theirs).locator('p').tap()
        const end = Date.now() + MINUTE
        const letters = await Promise.all([
          writeUntil(end, mine, words.mine, randomOf(seed)),
          writeUntil(end, theirs, words.theirs, randomOf(seed + 1)),
        ])
        t.diagnostic(`SEED=${seed}: ${letters.map(({ length }) => length).join(' and ')} letters`)
        for (const page of [mine, theirs]) await state(page, phrases.document.state.saved)
        await until('the same text', async () => (await written(mine)) === (await written(theirs)))
        const result = await written(mine)
        assert.equal(sorted(result), sorted(`开始${letters.join('')}`), `SEED=${seed}: ${result}`)
        const { document } = await openState(drive.server.deps, item.id, 'ydoc')
        assert.deepEqual(paragraphsOf(document), [result])
        await until('the same text for all readers', () =>
          opened.every((reader) => reader.read().join('\n') === result),
        )
      }),
    )
  })

/** Writes until a time, also in the middle of what is there. @returns all that was written */
async function writeUntil(end: number, page: Page, own: readonly Word[], random: () => number): Promise<string> {
  let letters = ''
  while (Date.now() < end) {
    const keys = pick([['End'], ['Home'], ['End', 'ArrowLeft', 'ArrowLeft'], []], random)
    for (const key of keys) await page.keyboard.press(key)
    const { steps, commit } = pick(own, random)
    if (random() < 0.7) await compose(page, steps, commit)
    else await page.keyboard.insertText(commit)
    letters += commit
  }
  return letters
}

const sorted = (letters: string) => [...letters].sort().join('')
