import assert from 'node:assert/strict'
import { HttpPlatform } from '../../flows/httpPlatform'
import type { PartRequest } from '@/platform/Platform'
import type { UploadEntry } from '@/stores/uploads/UploadEntry'
import { createApp, type AppServices } from '@/stores/app/AppServices'
import { uploadsOf } from '@/stores/uploads/UploadStore'
import { until } from '../until'

interface Manner {
  login: string
  password: string
  /** The address for signing in. */
  url: string
  /** The address after sign-in, behind the faults. */
  via: string
  /** ms without an answer until a request is aborted. */
  giveUp: number
}

/** The client's own stores and calls over HTTP; its waits are twenty times shorter. */
export class UploadingApp {
  private readonly acknowledged = new Map<string, number>()
  /** Bytes that were sent more than once. */
  again = 0

  private constructor(
    readonly app: AppServices,
    private readonly platform: HttpPlatform,
  ) {
    const send = platform.sendPart
    platform.sendPart = async (request) => {
      this.began(request)
      const answer = await send(request)
      if (request.part && answer.status === 204) this.acknowledged.set(request.path, answer.offset!)
      return answer
    }
  }

  static async open({ login, password, url, via, giveUp }: Manner): Promise<UploadingApp> {
    const platform = new HttpPlatform(url)
    const quick = {
      now: () => Date.now(),
      zone: () => 0,
      after: (ms: number, run: () => void) => {
        const timer = setTimeout(run, ms / 20)
        return () => clearTimeout(timer)
      },
    }
    Object.assign(platform, { clock: quick, firstPartSize: 100_000, partSize: 100_000 })
    const app = createApp(platform)
    await app.session.start()
    assert.equal(await app.session.signIn(login, password), true, JSON.stringify(app.session.attempt))
    platform.url = via
    platform.patience = giveUp
    return new UploadingApp(app, platform)
  }

  /** Uploads one file into a folder; retries failures like a tap until the file is there. */
  async send(name: string, bytes: Uint8Array, folderId: number): Promise<void> {
    const uploads = uploadsOf(this.app)
    uploads.add([{ name, size: bytes.length, source: bytes }], `folder_${folderId}`)
    const mine = (entry: UploadEntry) => entry.file.name === name
    const entry = uploads.entries.find(mine)!
    await until(
      `${name} to arrive`,
      () => {
        if (entry.upload.state === 'failed') uploads.retry([entry])
        return entry.upload.state === 'uploaded'
      },
      300_000,
    )
  }

  /** Checks that acknowledged bytes are not sent again. */
  private began({ path, part }: PartRequest) {
    if (!part) return
    const known = this.acknowledged.get(path) ?? 0
    assert.ok(part.from >= known, `${known} bytes were acknowledged, sent again from ${part.from}`)
    const sent = this.sent.get(path) ?? 0
    this.again += Math.max(0, Math.min(sent, part.to) - part.from)
    assert.ok(sent - part.from <= this.platform.partSize, 'more than one part is sent again')
    this.sent.set(path, Math.max(sent, part.to))
  }

  private readonly sent = new Map<string, number>()
}
