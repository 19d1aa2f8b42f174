import type { Role } from '@/contract/entities'

export type DownloadBlock = 'encrypted' | 'scanning' | 'approval' | 'encrypted_path'

/** Who decided, or may look all the same. */
export interface ReviewFacts {
  isAwaitingApproval: boolean
  isInEncryptedPath: boolean
  /** Of the approval or of the encrypted path. */
  isReviewer: boolean
  role: Role
}

export interface DownloadFacts extends ReviewFacts {
  /** The file itself. */
  isEncrypted: boolean
  /** Not cleared by the virus scan, where there is one. */
  isUnsafe: boolean
}

/** Why an item that may be downloaded by its permissions may not be; null when nothing stands in the way (1§5, ACT-08). */
export function downloadBlock({ isEncrypted, isUnsafe, ...facts }: DownloadFacts): DownloadBlock | null {
  if (isEncrypted) return 'encrypted'
  return isUnsafe ? 'scanning' : reviewBlock(facts)
}

/**
 * What an approval or an encrypted path keeps from a user. A copy of it in a place of their own would be free of both, so it holds for
 * copying, saving and moving as for downloading.
 */
export function reviewBlock({
  isAwaitingApproval,
  isInEncryptedPath,
  isReviewer,
  role,
}: ReviewFacts): 'approval' | 'encrypted_path' | null {
  if (isReviewer || role === 'owner' || role === 'coowner') return null
  if (isAwaitingApproval) return 'approval'
  return isInEncryptedPath ? 'encrypted_path' : null
}
