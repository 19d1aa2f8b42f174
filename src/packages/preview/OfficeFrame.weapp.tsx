import type { OfficeFrameProps } from './OfficeFrameProps'

/** The mini-program hands documents to the phone's own viewer (SystemViewer). */
export function OfficeFrame(_: OfficeFrameProps) {
  return null
}
