import assert from 'node:assert/strict'
import type { Role } from '@/contract/entities'
import { client, type Client } from '../client'
import { factories } from '../factories'
import { startTestServer, type TestServer, type TestServerOptions } from '../testServer'
import { until } from '../until'
import { editing } from './HostClient'
import { PlayedOffice } from './PlayedOffice'

/** A drive with an office service, and a clock that tests move. */
export class OfficeWorld {
  now = new Date('2026-11-30T08:00:00.000Z')
  office!: PlayedOffice
  server!: TestServer
  make!: ReturnType<typeof factories>

  async open(options: TestServerOptions = {}): Promise<void> {
    const clock = () => this.now
    this.office = await PlayedOffice.open(clock)
    const config = { wopiUrl: this.office.url, baseUrl: 'https://drive.example', ...options.config }
    this.server = await startTestServer({ connections: 10, clock, ...options, config })
    this.server.deps.config.baseUrl = this.server.url
    this.make = factories(this.server.deps)
    await until('the discovery', () => this.server.deps.office?.canEdit('docx'))
  }

  async close(): Promise<void> {
    await this.server.close()
    await this.office.close()
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms)
  }

  /** A file of an owner in a folder that a colleague shares in a role. */
  async file(role: Role = 'editor', { name = '报告.docx', content = 'first' } = {}) {
    const { make, server } = this
    const enterprise = await make.enterprise()
    const owner = await make.user({ enterprise })
    const other = await make.user({ enterprise })
    const folder = await make.folder({ owner })
    const collab = await make.collab(folder, { user: other }, role)
    const file = await make.file({ parent: folder }, { name, content })
    const [me, they] = [await client(server).as(owner.login), await client(server).as(other.login)]
    return { enterprise, owner, other, folder, collab, file, me, they, typedId: `file_${file.id}` as const }
  }

  edit(user: Client, fileId: number) {
    return editing(this.office, user, fileId)
  }

  /** The lock as the drive shows it. */
  async lockOf(user: Client, typedId: `file_${number}`) {
    const { item } = await user.call('GET /apps/files/get_info', { item_typed_id: typedId })
    return { kind: item?.lock_kind ?? null, by: item?.lock_user?.name ?? null }
  }

  /** The versions of a file, newest first. */
  async versionsOf(user: Client, fileId: number) {
    const { file_versions: versions } = await user.call('GET /apps/files/versions', { file_id: fileId })
    assert.ok(versions.length > 0)
    return versions
  }

  async setRole(collabId: number, role: Role): Promise<void> {
    await this.server.deps.db.updateTable('collabs').set({ role }).where('id', '=', collabId).execute()
  }
}
