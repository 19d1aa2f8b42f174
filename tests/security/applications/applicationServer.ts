import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before } from 'node:test'
import type { EnterpriseRow, ItemRow, UserRow } from '../../../server/database/tables'
import type { ClientCredentials } from '../../../server/queries/applications/tokens'
import { MANIFEST_FILE } from '../../../server/web/manifest'
import { makeApplication, OpenClient, ORIGIN } from '../../support/applications/applications'
import { manifestText } from '../../support/builtPage'
import { factories } from '../../support/factories'
import { startTestServer, type TestServer } from '../../support/testServer'

/* Attacks by an application, by somebody who found an application's token, and by other pages. */

export let server: TestServer
export let make: ReturnType<typeof factories>
export let school: EnterpriseRow
export let administrator: UserRow
export let teacher: UserRow
export let credentials: ClientCredentials
export let folder: ItemRow
export let file: ItemRow

/** Starts a server with an application of a school for the tests of a file. */
export function startApplicationServer(config: Parameters<typeof startTestServer>[0] = {}): void {
  before(async () => {
    server = await startTestServer(config)
    await mkdir(join(server.folder, 'web'), { recursive: true })
    await writeFile(join(server.folder, 'web', MANIFEST_FILE), manifestText())
    make = factories(server.deps)
    school = await make.enterprise()
    administrator = await make.user({ enterprise: school, isAdministrator: true })
    teacher = await make.user({ enterprise: school })
    credentials = await makeApplication(server, administrator)
    folder = await make.folder({ owner: teacher }, { name: 'lessons' })
    file = await make.file({ parent: folder }, { name: 'one.txt', content: 'one' })
  })
  after(() => server.close())
}

export const visitor = () => new OpenClient(server.url)
export const tokenFor = (user: UserRow, input: Record<string, string> = {}, of = credentials) =>
  visitor().token(of, user, { origin: ORIGIN, ...input })
export const clientFor = async (user: UserRow, input: Record<string, string> = {}, of = credentials) =>
  new OpenClient(server.url, await tokenFor(user, input, of))
