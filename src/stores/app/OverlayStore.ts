import { makeAutoObservable, observable } from 'mobx'
import { isWholeOverlay, type OverlayFlag } from '@/domain/overlays'
import type { Overlay, OverlayHost } from '@/platform/Platform'

/** The overlays of one page: opening adds a flag, going back removes exactly that one (RT-06). */
export class OverlayStore {
  /** Lowest first. */
  open: readonly Overlay[] = []
  private readonly unsubscribe: () => void

  constructor(private readonly host: OverlayHost) {
    makeAutoObservable<this, 'host' | 'unsubscribe'>(this, { open: observable.ref, host: false, unsubscribe: false })
    this.unsubscribe = host.subscribe(() => this.turned())
    this.turned()
  }

  /** The number of overlays that the back gesture closes one by one. */
  get depth(): number {
    return this.open.length
  }

  /** The value of an open overlay, such as the typed_id of an action sheet; undefined when it is closed. */
  valueFor(flag: OverlayFlag): string | undefined {
    return this.find(flag)?.value
  }

  companionsOf(flag: OverlayFlag): Record<string, string> {
    return this.find(flag)?.companions ?? {}
  }

  /** Opens an overlay on top; does nothing when a companion that it needs is missing (RT-10). */
  show(flag: OverlayFlag, value = '1', companions: Record<string, string> = {}) {
    const overlay = { flag, value, companions }
    if (isWholeOverlay(overlay)) this.host.open(overlay)
  }

  /** The folders entered inside a picker; each is a step to go back. */
  get levels(): readonly Overlay[] {
    return this.open.filter(isLevel)
  }

  enter(place: string, name: string) {
    this.host.open({ flag: `level${this.levels.length + 1}`, value: place, companions: { name } })
  }

  /** Goes back to where the picker began, with nothing open above it. */
  async leaveLevels() {
    const first = this.open.find((overlay) => isLevel(overlay) || overlay.flag === 'selectnav')
    if (first) await this.host.close(first.flag)
  }

  /** Changes the value or the companions of an open overlay without adding a step to go back. */
  replace(flag: OverlayFlag, value: string, companions: Record<string, string> = {}) {
    const overlay = { flag, value, companions }
    if (this.find(flag) && isWholeOverlay(overlay)) this.host.replace(overlay)
  }

  /** Closes an overlay and those above it; resolves when they are gone. */
  async close(flag: OverlayFlag) {
    if (this.find(flag)) await this.host.close(flag)
  }

  /** Closes the topmost, as going back does. */
  async closeTop() {
    const top = this.open[this.open.length - 1]
    if (top) await this.host.close(top.flag)
  }

  /** Writes parameters of the page itself into its address. Call it with no overlay open. */
  keep(parameters: Record<string, string>) {
    this.host.keep(parameters)
  }

  dispose() {
    this.unsubscribe()
  }

  private find(flag: OverlayFlag): Overlay | undefined {
    return this.open.find((overlay) => overlay.flag === flag)
  }

  private turned() {
    const given = this.host.list()
    const broken = given.findIndex((overlay) => !isWholeOverlay(overlay))
    this.open = broken < 0 ? given : given.slice(0, broken)
    if (broken >= 0) void this.host.close(given[broken]!.flag)
  }
}

function isLevel({ flag }: Overlay): boolean {
  return flag.startsWith('level')
}
