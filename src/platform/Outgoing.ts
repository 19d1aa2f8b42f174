import type { DocumentRequest } from './requests'

/** Into a chat as a file of its own, into the phone's pictures, or to another app by the phone's own sheet (AH-16). */
export type FileWay = 'chat' | 'album' | 'app'

/** `tap`: the phone takes it within a fresh tap alone, ask for one. `denied`: the user keeps the album from the app. */
export type HandOver = 'done' | 'canceled' | 'tap' | 'denied'

/** `extension`: lower case, without the dot. */
export interface LeavingFile {
  source: unknown
  name: string
  extension: string
}

export interface Outgoing {
  /** Bytes of a file that leaves. */
  largest: number
  /** Which ways this phone has for a file. */
  waysOf(file: Pick<LeavingFile, 'name' | 'extension'>): FileWay[]
  /** Fetches a file. Resolves to what `handOver` takes; in WeChat it lies on the phone until the next one is fetched. @throws DocumentRefused */
  fetch(document: DocumentRequest): Promise<unknown>
  /** @throws PrivacyRefused, PrivacyUndeclared, DocumentRefused */
  handOver(way: FileWay, file: LeavingFile): Promise<HandOver>
  /** Where the user lets the app into the album again; absent where nobody is kept from it. */
  openSettings?(): Promise<void>
}

/** What drawing a picture needs of a canvas; those of both builds have it. */
export interface Brush {
  fillStyle: string | object
  font: string
  textAlign: 'left' | 'right' | 'center' | 'start' | 'end'
  textBaseline: 'top' | 'hanging' | 'middle' | 'alphabetic' | 'ideographic' | 'bottom'
  beginPath(): void
  moveTo(x: number, y: number): void
  lineTo(x: number, y: number): void
  quadraticCurveTo(throughX: number, throughY: number, x: number, y: number): void
  closePath(): void
  fill(): void
  fillRect(x: number, y: number, width: number, height: number): void
  fillText(text: string, x: number, y: number): void
  measureText(text: string): { width: number }
}

/** Pictures that the app draws itself (AH-15). No part of Platform: a first page has no room for it. */
export interface Pictures {
  /** Draws a PNG of so many px; resolves to its data address, at once. null where the phone draws none. */
  draw(size: { width: number; height: number }, draw: (brush: Brush) => void): string | null
  /**
   * Puts a drawn picture into the phone's album, or lets the browser save it; `hold`: there the user saves it by pressing it for long.
   * @param name without an extension
   * @throws PrivacyRefused, PrivacyUndeclared, DocumentRefused
   */
  save(picture: string, name: string): Promise<HandOver | 'hold'>
  /** Passes one on by the phone's own sheet, within the user's tap (AH-16); absent where a phone takes none. @throws DocumentRefused */
  send?(picture: string, name: string): Promise<HandOver>
}
