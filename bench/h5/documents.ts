import type { Browser } from 'playwright-core'
import * as Y from 'yjs'
import { newSheet } from '@/domain/documents/sheets/bookState'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, type Measurement } from '../measurement'
import { prepareGround, requireBuild, type Ground } from '../service'
import { idle, scroll, timeFrames } from './list'
import { launchBrowser, slowDown, takePhone, type Limits } from './visit'

const rounds = 3
/** ms */
const patience = 90_000
/** paragraphs of a page, and letters of a paragraph */
const page = { paragraphs: 14, letters: 60 }
const pages = 100
const cells = { rows: 1000, columns: 50 }

interface Sample {
  name: string
  /** Selects what is readable. */
  readable: string
  /** While it opens. */
  limits: Limits
}

const text: Sample = { name: '手册.ydoc', readable: '.document-text p', limits: { network: true, cpu: true } }
const workbook: Sample = { name: '成绩.yxls', readable: '.book-table .grid-cell', limits: {} }

/**
 * A text of 100 pages, opened from the list on a slow phone and network, and a workbook of 50,000 cells, opened as fast as this machine is; then the
 * text is written and the workbook scrolled on a slow phone.
 */
export async function measureDocumentPages(): Promise<Measurement[]> {
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const { url } = await ground.serve(requireBuild('h5'))
    const { login, path } = await fill(ground)
    const place = { url, path, cookie: (await client({ url }).as(login)).headers.cookie! }
    // The first opening makes the states.
    await watch(browser, place, { ...text, limits: {} })
    await watch(browser, place, { ...workbook, limits: {} })
    const [texts, workbooks]: Seen[][] = [[], []]
    for (let round = 0; round < rounds; round += 1) {
      texts!.push(await watch(browser, place, text))
      workbooks!.push(await watch(browser, place, workbook))
    }
    return [
      { id: 'h5.document.opened', value: median(texts!.map(({ opened }) => opened)) },
      { id: 'h5.document.typing', value: median(texts!.map(({ frames }) => frames)) },
      { id: 'h5.workbook.opened', value: median(workbooks!.map(({ opened }) => opened)) },
      { id: 'h5.workbook.frames', value: median(workbooks!.map(({ frames }) => frames)) },
    ]
  } finally {
    await browser.close()
    await ground.close()
  }
}

interface Seen {
  /** s from the tap to the first readable thing */
  opened: number
  /** frames per second */
  frames: number
}

async function watch(
  browser: Browser,
  { url, path, cookie }: { url: string; path: string; cookie: string },
  { name, readable, limits }: Sample,
): Promise<Seen> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  const { page: tab } = phone
  try {
    await tab.goto(url + path)
    const row = tab.locator('.row').filter({ hasText: name }).locator('.row-open')
    await row.waitFor()
    await idle(phone)
    await slowDown(phone, limits)
    const tapped = Date.now()
    await row.tap()
    await tab.locator(readable).filter({ hasText: /\S/ }).first().waitFor({ timeout: patience })
    const opened = (Date.now() - tapped) / 1000
    await idle(phone)
    await slowDown(phone, { cpu: true })
    const { frames } = name === text.name ? await type(phone) : await scroll(phone)
    return { opened, frames }
  } finally {
    await phone.close()
  }
}

/** Writes into the first paragraph, as fast as a quick writer does. */
async function type({ page: tab }: Awaited<ReturnType<typeof takePhone>>) {
  await tab.locator('.document-text p').first().tap()
  return timeFrames({ page: tab }, () => tab.keyboard.type('written by a quick writer on a phone ', { delay: 80 }))
}

async function fill({ db, storage }: Pick<Ground, 'db' | 'storage'>) {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise, name: '王珂' })
  const folder = await make.folder({ owner }, { name: '资料' })
  await make.file({ parent: folder }, { name: text.name, content: longText() })
  await make.file({ parent: folder }, { name: workbook.name, content: largeBook() })
  return { login: owner.login, path: `/files/folder/${folder.id}` }
}

function longText(): Buffer {
  const document = new Y.Doc()
  const paragraphs = Array.from({ length: pages * page.paragraphs }, (_, at) => {
    const paragraph = new Y.XmlElement('paragraph')
    paragraph.insert(0, [new Y.XmlText(`第 ${at} 段：`.padEnd(page.letters, '请各位老师按时完成'))])
    return paragraph
  })
  document.getXmlFragment('default').push(paragraphs)
  return Buffer.from(Y.encodeStateAsUpdate(document))
}

function largeBook(): Buffer {
  const document = new Y.Doc()
  const sheet = newSheet('s1', '成绩', (of, index) => `${of}${index + 1}`, cells)
  document.getArray('sheets').push([sheet])
  document.transact(() => {
    const filled = sheet.get('cells') as Y.Map<unknown>
    for (let row = 1; row <= cells.rows; row += 1)
      for (let column = 1; column <= cells.columns; column += 1)
        filled.set(
          `r${row}:c${column}`,
          column === cells.columns ? { f: `=SUM({r${row}:c1}:{r${row}:c49})` } : { v: row * column },
        )
  })
  return Buffer.from(Y.encodeStateAsUpdate(document))
}
