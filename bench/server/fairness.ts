import { once } from 'node:events'
import { setTimeout } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import sharp from 'sharp'
import { client, type Client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { until } from '../../tests/support/until'
import { percentile } from '../measurement'
import { buildServer } from '../run'
import { prepareGround } from '../service'
import { probeLists } from './listProbe'

const WAITING = 300
const DOCUMENTS = 8
const PAGE = 100
/** limits in ms for the other user's list and text */
const LIST = 1000
const TEXT = 20_000
const PATIENCE = 120_000
/** ms between two checks, and until both users are fully active */
const LOOK = 100
const BEGUN = 1500

/** Prints how long a user waits while another user requests as much as possible. */
export async function measureFairness(): Promise<void> {
  buildServer()
  const ground = await prepareGround()
  try {
    const { url } = await ground.serve()
    const make = factories({ db: ground.db, storage: ground.storage, clock: () => new Date() })
    const [greedy, other] = [await make.user(), await make.user()]
    const [they, them] = [await client({ url }).as(other.login), await client({ url }).as(greedy.login)]
    for (let file = 0; file < 25; file += 1) await make.file({ owner: other })
    const text = await make.file({ owner: other }, { name: 'text.txt', content: 'a line of text\n'.repeat(1000) })

    const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
    const photo = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#246', noise } })
      .jpeg()
      .toBuffer()
    for (let at = 0; at < WAITING; at += 1) {
      const content = Buffer.concat([photo, Buffer.from(String(at))])
      await make.file({ owner: greedy }, { name: `${at}.jpg`, content })
    }
    const thumbnails = await thumbnailsOf(them)
    for (let at = 0; at < DOCUMENTS; at += 1) {
      const { id } = await make.file({ owner: greedy }, { name: `${at}.doc`, content: nested(400 + at) })
      await them.call('GET /apps/representations/info', { file_id: id })
    }
    await setTimeout(BEGUN)
    const listing = probeLists(they, LOOK)
    const greed = new Worker(askAll, {
      eval: true,
      workerData: thumbnails.map((address) => new URL(address, url).href),
    })
    await once(greed, 'message')

    const pdf = await timeOfPdf(they, text.id)
    const lists = await listing()
    const waiting = await ground.db.selectFrom('jobs').select('id').where('state', '=', 'waiting').execute()
    const worst = Math.max(...lists)
    console.log(`${waiting.length} jobs of the first user still waited at the end`)
    console.log(
      `${lists.length} lists: p50 ${percentile(lists, 0.5).toFixed(0)} ms, max ${worst.toFixed(0)} ms; < ${LIST} ms: ${worst < LIST ? 'holds' : 'MISSED'}`,
    )
    console.log(`a text: ${pdf.toFixed(0)} ms; < ${TEXT} ms: ${pdf < TEXT ? 'holds' : 'MISSED'}`)
    await greed.terminate()
  } finally {
    await ground.close()
  }
}

/** Runs in a thread of its own, so that the time to send requests does not delay the other user. */
const askAll = `
  const { parentPort, workerData } = require('node:worker_threads')
  for (const address of workerData) void fetch(address).then((answer) => answer.arrayBuffer(), () => {})
  parentPort.postMessage('asked')
`

/** The thumbnail addresses in a list. */
async function thumbnailsOf(user: Client): Promise<string[]> {
  const addresses: string[] = []
  for (let offset = 0; ; offset += PAGE) {
    const { items = [] } = await user.call('GET /apps/files/file_list/{folderId}', { folderId: 0, offset, limit: PAGE })
    if (items.length === 0) return addresses
    addresses.push(...items.flatMap(({ thumbnail }) => thumbnail ?? []))
  }
}

/** @returns ms until a text is shown as a PDF */
async function timeOfPdf(user: Client, textId: number): Promise<number> {
  const began = performance.now()
  await until(
    'the PDF',
    async () => {
      const { status, reason } = await user.call('GET /apps/representations/info', { file_id: textId })
      if (reason !== null) throw new Error(`the text has no PDF: ${reason}`)
      return status === 'generated'
    },
    PATIENCE,
    LOOK,
  )
  return performance.now() - began
}

/** Nested tables, which take LibreOffice long. */
function nested(depth: number): string {
  let body = '<p>x</p>'
  for (let level = 0; level < depth; level += 1) body = `<table><tr><td>${body}</td><td>y</td></tr></table>`
  return `<html><body>${body}</body></html>`
}
