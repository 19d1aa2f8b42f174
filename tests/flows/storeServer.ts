import assert from 'node:assert/strict'
import { after, before } from 'node:test'
import { createApp, type AppServices } from '@/stores/app/AppServices'
import type { Row } from '@/stores/items/lists/rows'
import { password } from '../support/client'
import { factories } from '../support/factories'
import { startTestServer, type TestServer } from '../support/testServer'
import { until } from '../stores/support/until'
import { HttpPlatform } from './httpPlatform'

export let server: TestServer
export let make: ReturnType<typeof factories>

/** Starts a server for the tests of a file. */
export function startStoreServer(): void {
  before(async () => {
    server = await startTestServer()
    make = factories(server.deps)
  })
  after(() => server.close())
}

export const names = (list: { rows: readonly Row[] }) => list.rows.map(({ name }) => name)

/** A user with a phone of the given kind, signed in through the form. */
export async function signedIn(name: 'h5' | 'weapp', user?: Awaited<ReturnType<typeof make.user>>) {
  const who = user ?? (await make.user())
  const platform = new HttpPlatform(server.url, name)
  const app = createApp(platform)
  await app.session.start()
  assert.equal(app.session.phase, 'signedOut')
  assert.equal(await app.session.signIn(who.login, password), true)
  return { app, platform, user: who }
}

export async function agree(app: AppServices) {
  await until(() => app.feedback.dialog !== null)
  app.feedback.answer(app.feedback.dialog!.id, true)
}

export function picked(name: string, text: string) {
  const source = new TextEncoder().encode(text)
  return { name, size: source.length, source }
}
