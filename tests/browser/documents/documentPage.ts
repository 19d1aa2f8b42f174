import type { CDPSession, Locator, Page, WebSocketRoute } from 'playwright-core'
import type { DocumentKind } from '@/contract/documents'
import type { Role } from '@/contract/entities'
import { client } from '../../support/client'
import { makeDocument } from '../../support/documents/writers'
import { until } from '../../support/until'
import { nowhere, type Drive } from '../rig/drive'
import type { Phone } from '../rig/phone'
import { shown } from '../rig/screen'

/** A document in a folder, its owner, and another person with a role on the folder. */
export async function documentWorld({ make, server }: Drive, role: Role = 'editor', kind: DocumentKind = 'ydoc') {
  const enterprise = await make.enterprise({ collaborative_document: true })
  const owner = await make.user({ enterprise })
  const other = await make.user({ enterprise })
  const folder = await make.folder({ owner }, { name: '宣讲会' })
  const collab = await make.collab(folder, { user: other }, role)
  const me = await client(server).as(owner.login)
  const { item } = await makeDocument(me, kind, folder.id)
  const setRole = (next: Role) =>
    server.deps.db.updateTable('collabs').set({ role: next }).where('id', '=', collab.id).execute()
  const remove = () => server.deps.db.deleteFrom('collabs').where('id', '=', collab.id).execute()
  return { enterprise, owner, other, folder, me, item, address: `/documents/${item.id}`, setRole, remove }
}

/** The text of a document's page. */
export const text = (page: Page): Locator => shown(page).locator('.document-text')

/** What is written, one line per paragraph, without the names at carets. */
export function written(page: Page): Promise<string> {
  return text(page).evaluate((element) => {
    const copy = element.cloneNode(true) as HTMLElement
    for (const each of copy.querySelectorAll('.document-caret, .ProseMirror-widget')) each.remove()
    return [...copy.querySelectorAll('p, h1, h2, h3')].map((each) => each.textContent).join('\n')
  })
}

export const becomes = (page: Page, expected: string) =>
  until(`“${expected}”`, async () => (await written(page)) === expected)

export const state = (page: Page, expected: string) =>
  shown(page).locator('.document-state').filter({ hasText: expected }).waitFor()

export async function writeAtEnd(page: Page, letters: string): Promise<void> {
  await text(page).locator('p, h1, h2, h3').last().tap()
  await page.keyboard.press('End')
  await page.keyboard.insertText(letters)
}

/**
 * Composes letters as an input method does: each step is shown before the next.
 * @param between runs while the last step is shown
 */
export async function compose(
  page: Page,
  steps: readonly string[],
  commit: string,
  between: () => Promise<void> = async () => {},
): Promise<void> {
  const phone: CDPSession = await page.context().newCDPSession(page)
  for (const step of steps) {
    await phone.send('Input.imeSetComposition', { text: step, selectionStart: step.length, selectionEnd: step.length })
    await until(`“${step}” in composition`, async () => (await written(page)).includes(step))
  }
  await between()
  await phone.send('Input.insertText', { text: commit })
  await phone.detach()
}

/** The wire between a page and the server's socket. */
export interface Wire {
  /** Whether what the page sends stays on the way. */
  isHeld: boolean
  /** Cuts the connection, and all later ones until `mend`. */
  cut(): Promise<void>
  mend(): void
}

/** Opens the page of a document on a new phone, with a wire that can be held and cut. */
export function onWire(
  drive: Drive,
  user: { login: string } | null,
  address: string,
  run: (page: Page, wire: Wire) => Promise<void>,
  phone?: Phone,
): Promise<void> {
  return drive.visit(
    user,
    nowhere,
    async (page) => {
      const open = new Set<WebSocketRoute>()
      let isCut = false
      const wire: Wire = {
        isHeld: false,
        async cut() {
          isCut = true
          await Promise.all([...open].map((socket) => socket.close({ code: 3000 })))
          open.clear()
        },
        mend: () => void (isCut = false),
      }
      await page.routeWebSocket(/\/documents\/socket$/, (socket) => {
        if (isCut) return void socket.close({ code: 3000 })
        const upstream = socket.connectToServer()
        open.add(socket)
        socket.onMessage((message) => {
          if (!wire.isHeld) upstream.send(message)
        })
      })
      await page.goto(drive.server.url + address)
      await run(page, wire)
    },
    phone,
  )
}
