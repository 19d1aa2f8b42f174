import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'

/** A stand-in for the JS-SDK, as far as a page uses it. The page's calls stay in `window.sdk`. */
const script = `(() => {
  const told = (window.sdk = { configs: [], calls: [] })
  let ready = [], failed = () => {}, isDone = false
  const record = (name) => (asked) => void told.calls.push({ name, asked, at: performance.now() })
  window.wx = {
    config(settings) {
      told.configs.push({ settings, address: location.href })
      queueMicrotask(() => {
        told.readyAt = performance.now()
        isDone = true
        for (const run of ready.splice(0)) run()
      })
    },
    ready: (run) => (isDone ? run() : ready.push(run)),
    error: (run) => (failed = run),
  }
  for (const name of ['hideMenuItems', 'showMenuItems', 'updateAppMessageShareData', 'updateTimelineShareData', 'onMenuShareAppMessage', 'onMenuShareWechat'])
    window.wx[name] = record(name)
})()`

interface Config {
  appId: string
  timestamp: number
  nonceStr: string
  signature: string
}

export interface Told {
  configs: { settings: Config; address: string }[]
  calls: { name: string; asked: Record<string, unknown>; at: number }[]
  readyAt: number
}

/** The page's calls to the JS-SDK; null where its script was not loaded. */
export const recordedSdk = (page: Page): Promise<Told | null> =>
  page.evaluate(() => (window as { sdk?: Told }).sdk ?? null)

/** Whether a signature fits the address and the ticket. */
export function isSignedFor({ nonceStr, timestamp, signature }: Config, ticket: string, url: string): boolean {
  const text = `jsapi_ticket=${ticket}&noncestr=${nonceStr}&timestamp=${timestamp}&url=${url}`
  return createHash('sha1').update(text).digest('hex') === signature
}

/** Serves the script at an origin of its own. */
export async function playJsSdk(): Promise<{ url: string; count(): number; close(): Promise<void> }> {
  let fetched = 0
  const server = createServer((_request, response) => {
    fetched += 1
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/jweixin.js`,
    count: () => fetched,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
