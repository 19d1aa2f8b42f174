import type { DocumentRequest } from './requests'

/** Sends a file to a chat as a file, to the phone's album, or to another app by the system's share sheet (AH-16). */
export type FileTarget = 'chat' | 'album' | 'app'

/** `tap`: the phone needs a fresh tap, so ask for one. `denied`: the user denied the app access to the album. */
export type HandOver = 'done' | 'canceled' | 'tap' | 'denied'

/** `extension`: lower case, without the dot. */
export interface LeavingFile {
  source: unknown
  name: string
  extension: string
}

export interface Outgoing {
  /** The maximum size of a file in bytes. */
  largest: number
  /** The ways that this phone offers for a file. */
  targetsOf(file: Pick<LeavingFile, 'name' | 'extension'>): FileTarget[]
  /** Fetches a file for `handOver`. In WeChat the file stays on the phone until the next file is fetched. @throws DocumentRefused */
  fetch(document: DocumentRequest): Promise<unknown>
  /** @throws PrivacyRefused, PrivacyUndeclared, DocumentRefused */
  handOver(way: FileTarget, file: LeavingFile): Promise<HandOver>
  /** Opens the settings where the user allows the album again; absent where nothing can be denied. */
  openSettings?(): Promise<void>
}

/** The parts of a canvas that drawing needs; both builds have them. */
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

/** Pictures that the app draws itself (AH-15). Not part of Platform, to keep the first page small. */
export interface Pictures {
  /** Draws a PNG of this size in px. Returns its data address synchronously; null if the phone cannot draw. */
  draw(size: { width: number; height: number }, draw: (brush: Brush) => void): string | null
  /**
   * Saves a drawn picture to the phone's album, or as a download of the browser. `hold`: the user must save it by a long press.
   * @param name without an extension
   * @throws PrivacyRefused, PrivacyUndeclared, DocumentRefused
   */
  save(picture: string, name: string): Promise<HandOver | 'hold'>
  /** Shares a picture by the system's share sheet, within the user's tap (AH-16); absent without such a sheet. @throws DocumentRefused */
  send?(picture: string, name: string): Promise<HandOver>
}
