import type { UploadResult } from './protocol'

export interface OpenUploadCounts {
  total: number
  done: number
  failed: number
}

/** `idle`: no file was chosen. */
export type OpenUploadState = 'idle' | 'running' | 'failed' | 'done'

/** The state of the upload page (2§4): running while done + failed < total, then failed if one upload failed. */
export function openUploadState({ total, done, failed }: OpenUploadCounts): OpenUploadState {
  if (total === 0) return 'idle'
  if (done + failed < total) return 'running'
  return failed > 0 ? 'failed' : 'done'
}

/** `undone` if there is no message (decisions 30). */
export function errorMsg(message: string): UploadResult['error_msg'] {
  return message === '' ? 'undone' : message
}
