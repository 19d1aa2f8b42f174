import path from 'node:path'
import { after, before } from 'node:test'
import type { Page } from 'playwright-core'
import type { UserRow } from '../../../server/database/tables'
import { client } from '../../support/client'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer, type TestServerOptions } from '../../support/testServer'
import { endBrowserAfter } from './browser'
import { onPhone as onChromium, type Phone } from './phone'

/** The built web client; `H5_FOLDER` names another folder than that of `npm run build:h5`. */
export const webFolder = process.env.H5_FOLDER ?? path.resolve(import.meta.dirname, '../../../dist/h5')

/** The address of a visit that opens its pages itself, after it has prepared the phone. */
export const nowhere = 'about:blank'

export interface Drive {
  server: TestServer
  make: ReturnType<typeof factories>
  /** Opens an address on a new phone, signed in as the user, or as nobody. */
  visit(
    user: Pick<UserRow, 'login'> | null,
    address: string,
    run: (page: Page) => Promise<void>,
    phone?: Phone,
  ): Promise<void>
}

interface DriveOptions extends TestServerOptions {
  /** Whether lists refresh when others act (AH-20). Off by default, so that a test can count its own requests. */
  isLive?: boolean
  /** Whether each visit is the first of its browser, so that nothing is cached. */
  isNew?: boolean
}

/** The real server with the built client, for the tests of one file. Empty until the tests run; `prepare` runs before the tests. */
export function openDrive(
  { isLive = false, isNew = false, ...options }: DriveOptions = {},
  prepare?: (server: TestServer) => Promise<void>,
): Drive {
  const drive = {} as Drive
  endBrowserAfter()
  before(async () => {
    const server = await startTestServer({ webFolder, ...options })
    await prepare?.(server)
    Object.assign(drive, {
      server,
      make: factories(server.deps),
      visit: visitsOf(server, { isLive, isNew }),
    } satisfies Drive)
  })
  after(() => drive.server.close())
  return drive
}

/** @param onPhone opens a page in Chromium, or in another engine */
export function visitsOf(
  server: TestServer,
  { isLive, isNew = false }: Pick<DriveOptions, 'isLive' | 'isNew'>,
  onPhone = onChromium,
): Drive['visit'] {
  return (user, address, run, phone) =>
    onPhone(
      async (page) => {
        if (!isLive) await page.addInitScript(silence)
        if (user) await bringSession(page, server, user.login)
        if (address !== nowhere) await page.goto(server.url + address)
        await run(page)
      },
      { reducedMotion: 'reduce', isNew, ...phone },
      server.url,
    )
}

/** Event streams that stay open and never send anything. */
function silence() {
  window.EventSource = class extends EventTarget {
    constructor() {
      super()
      setTimeout(() => this.dispatchEvent(new MessageEvent('beat', { data: '' })))
    }
    close() {}
  } as unknown as typeof EventSource
}

/** Signs in by the real route and stores its cookies. */
export async function bringSession(page: Page, server: TestServer, login: string): Promise<void> {
  const { headers } = await client(server).as(login)
  const cookies = (headers.cookie ?? '').split('; ').map((cookie) => {
    const [name = '', value = ''] = cookie.split('=')
    return { name, value, url: server.url }
  })
  await page.context().addCookies(cookies)
}
