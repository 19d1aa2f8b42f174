import type { Role } from '@/contract/entities'

export type DownloadBlock = 'encrypted' | 'scanning' | 'approval' | 'encrypted_path'

export interface DownloadFacts {
  /** The file itself. */
  isEncrypted: boolean
  /** Not cleared by the virus scan, where there is one. */
  isUnsafe: boolean
  isAwaitingApproval: boolean
  isInEncryptedPath: boolean
  /** Of the approval or of the encrypted path. */
  isReviewer: boolean
  role: Role
}

/** Why an item that may be downloaded by its permissions may not be; null when nothing stands in the way (1§5, ACT-08). */
export function downloadBlock({ isEncrypted, isUnsafe, isAwaitingApproval, isInEncryptedPath, isReviewer, role }: DownloadFacts): DownloadBlock | null {
  if (isEncrypted) return 'encrypted'
  if (isUnsafe) return 'scanning'
  if (isReviewer || role === 'owner' || role === 'coowner') return null
  if (isAwaitingApproval) return 'approval'
  return isInEncryptedPath ? 'encrypted_path' : null
}
