import type { Api } from '@/api/Api'
import type { Item } from '@/contract/entities'
import type { Clock } from '@/platform/Platform'
import { ActionLog } from '@/stores/app/ActionLog'

interface Shown {
  item: Pick<Item, 'extension' | 'size'> | null
  kind: string | null
  target: { fileId: number }
}

/** Logs how long a preview took and why it failed, once per attempt, invisibly to the user (CTX-10). */
export class PreviewReport {
  private readonly log: ActionLog
  /** When the present attempt began, ms; null once its end was logged. */
  private since: number | null

  /** @param isLookedAt false for a preview that is preloaded: its time counts from when the user sees it */
  constructor(
    api: Api,
    private readonly clock: Clock,
    private readonly shown: Shown,
    private isLookedAt: boolean,
  ) {
    this.log = new ActionLog(api)
    this.since = isLookedAt ? clock.now() : null
  }

  get isSeen(): boolean {
    return this.isLookedAt
  }

  /** @returns whether it was not viewed before */
  markSeen(): boolean {
    if (this.isLookedAt) return false
    this.isLookedAt = true
    this.start()
    return true
  }

  start() {
    this.since = this.isLookedAt ? this.clock.now() : null
  }

  /** @param failReason absent after a success */
  end(failReason?: string) {
    if (this.since === null) return
    const milliseconds = Math.max(0, this.clock.now() - this.since)
    const { item, kind, target } = this.shown
    const info = { milliseconds, ...(item && { extension: item.extension, size: item.size }), ...(kind && { kind }) }
    this.since = null
    this.log.previewComplete({ typedId: `file_${target.fileId}`, info, failReason })
  }
}
