import type { Pixels } from '@/domain/scans/pixels'
import type { PickedFile } from './requests'

/** Pictures as pixels, and files that the app makes (AH-44). Not part of Platform, to keep the first page small. */
export interface Scanner {
  /** A picture, at most `side` px a side. @throws FileUnreadable for a file that is no picture, too */
  read(file: PickedFile, side: number): Promise<Pixels>
  /** A JPEG with a `thumbnail`. Release it with `Platform.releaseFile`. @param quality 0 to 1 @throws FileUnreadable if the phone cannot draw */
  write(pixels: Pixels, quality: number): Promise<PickedFile>
  /** All bytes of a file of `write`. @throws FileUnreadable */
  bytesOf(file: PickedFile): Promise<Uint8Array>
  /** A PDF of these bytes, for the queue of uploads, which releases it. @throws FileUnreadable if the phone has no room */
  join(name: string, parts: readonly Uint8Array[]): Promise<PickedFile>
  /** Makes a browser ask before it leaves the page. A mini-program has no reload. */
  askBeforeLeaving(on: boolean): void
}

/** Loads with the first scan. */
export interface ScannerPart {
  open(): Promise<Scanner>
}
