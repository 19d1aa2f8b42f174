import { makeAutoObservable, observable } from 'mobx'
import type { Look } from '@/domain/scans/clean'
import type { Size } from '@/domain/scans/pixels'
import { moveCorner, turnQuad, type Corner, type Quad } from '@/domain/scans/quad'
import type { PickedFile } from '@/platform/Platform'

/** One page of a scan: a photo, and how it becomes a page. */
export class ScanPage {
  /** The straightened page; null until it is drawn. */
  shown: PickedFile | null = null
  /** Counts changes, so that a picture of an older state is dropped. */
  state = 0

  constructor(
    readonly id: number,
    readonly photo: PickedFile,
    /** A small copy, in which the corners are placed. */
    readonly copy: PickedFile,
    readonly size: Size,
    public quad: Quad,
    public look: Look,
  ) {
    makeAutoObservable(this, {
      id: false,
      photo: false,
      copy: false,
      size: false,
      state: false,
      quad: observable.ref,
      shown: observable.ref,
    })
  }

  moveCorner(at: number, to: Corner) {
    const moved = moveCorner(this.quad, at, to)
    if (moved === this.quad) return
    this.quad = moved
    this.state += 1
  }

  turn() {
    this.quad = turnQuad(this.quad)
    this.state += 1
  }

  setLook(look: Look) {
    this.look = look
    this.state += 1
  }

  setShown(shown: PickedFile) {
    this.shown = shown
  }

  /** The files that the phone holds for the page. */
  get files(): PickedFile[] {
    return [this.photo, this.copy, ...(this.shown ? [this.shown] : [])]
  }
}
