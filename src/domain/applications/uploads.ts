import type { UploadResult } from './protocol'

export interface OpenUploadCounts {
  total: number
  done: number
  failed: number
}

/** `idle`: nothing was chosen. */
export type OpenUploadState = 'idle' | 'running' | 'failed' | 'done'

/** Where the upload page stands (2§4): under way while done + failed < total; then with errors where one failed. */
export function openUploadState({ total, done, failed }: OpenUploadCounts): OpenUploadState {
  if (total === 0) return 'idle'
  if (done + failed < total) return 'running'
  return failed > 0 ? 'failed' : 'done'
}

/** `undone` whenever there is no message (decisions 30). */
export function errorMsg(message: string): UploadResult['error_msg'] {
  return message === '' ? 'undone' : message
}
