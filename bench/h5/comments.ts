import type { Browser } from 'playwright-core'
import { sql } from 'kysely'
import { client } from '../../tests/support/client'
import { factories } from '../../tests/support/factories'
import { median, type Measurement } from '../measurement'
import { prepareGround, requireBuild, type Ground } from '../service'
import { idle, scroll } from './list'
import { launchBrowser, takePhone } from './visit'

const comments = 1000
const rounds = 5

/** 1,000 comments of one to twelve lines, scrolled from the end to the beginning on a slow phone. */
export async function measureComments(): Promise<Measurement[]> {
  const ground = await prepareGround()
  const browser = await launchBrowser()
  try {
    const { url } = await ground.serve(requireBuild('h5'))
    const { login, path } = await fill(ground)
    const { headers } = await client({ url }).as(login)
    const watched: CommentsAtWork[] = []
    for (let round = 0; round < rounds; round += 1) watched.push(await watch(browser, url, headers.cookie!, path))
    return [
      { id: 'h5.comments.frames', value: median(watched.map(({ frames }) => frames)) },
      { id: 'h5.comments.worstFrame', value: median(watched.map(({ worstFrame }) => worstFrame)) },
      { id: 'h5.comments.elements', value: Math.max(...watched.map(({ elements }) => elements)) },
    ]
  } finally {
    await browser.close()
    await ground.close()
  }
}

interface CommentsAtWork {
  /** frames per second */
  frames: number
  /** ms */
  worstFrame: number
  /** Elements of the panel after scrolling. */
  elements: number
}

async function watch(browser: Browser, url: string, cookie: string, path: string): Promise<CommentsAtWork> {
  const phone = await takePhone(browser, cookie, url, { limits: {} })
  const { page, cdp } = phone
  try {
    await page.goto(url + path)
    await page.locator('.comments .measured-row').last().waitFor()
    await idle(phone)
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: 4 })
    const scrolled = await scroll(phone, true)
    return { ...scrolled, elements: await page.locator('.comments *').count() }
  } finally {
    await phone.close()
  }
}

async function fill({ db, storage }: Pick<Ground, 'db' | 'storage'>): Promise<{ login: string; path: string }> {
  const make = factories({ db, storage, clock: () => new Date() })
  const enterprise = await make.enterprise()
  const [owner, colleague] = [
    await make.user({ enterprise, name: '王珂' }),
    await make.user({ enterprise, name: '李蔚' }),
  ]
  const folder = await make.folder({ owner }, { name: '宣讲' })
  const file = await make.file({ parent: folder }, { name: '宣讲会.txt' })
  await make.collab(folder, { user: colleague }, 'viewer')
  await sql`
    insert into comments (item_id, author_id, content)
    select ${file.id}, case when n % 3 = 0 then ${owner.id}::bigint else ${colleague.id}::bigint end,
      n || ' ' || repeat('第八页的数字要更新，请看看。', 1 + (n * 7) % 18)
    from generate_series(1, ${comments}::integer) n`.execute(db)
  return { login: owner.login, path: `/files/folder/${folder.id}?comment=1&typed_id=file_${file.id}` }
}
