import type { Role } from '@/contract/entities'

export type DownloadBlock = 'encrypted' | 'scanning' | 'approval' | 'encrypted_path'

/** Facts about an approval or an encrypted path, and about the users exempt from them. */
export interface ReviewFacts {
  isAwaitingApproval: boolean
  isInEncryptedPath: boolean
  /** Whether the user reviews the approval or the encrypted path. */
  isReviewer: boolean
  role: Role
}

export interface DownloadFacts extends ReviewFacts {
  /** Whether the file itself is encrypted. */
  isEncrypted: boolean
  /** Whether there is a virus scan that has not cleared the file. */
  isUnsafe: boolean
}

/** Why an item cannot be downloaded although its permissions allow it; null if it can be downloaded (1§5, ACT-08). */
export function downloadBlock({ isEncrypted, isUnsafe, ...facts }: DownloadFacts): DownloadBlock | null {
  if (isEncrypted) return 'encrypted'
  return isUnsafe ? 'scanning' : reviewBlock(facts)
}

/**
 * Why an approval or an encrypted path withholds an item from a user. It holds for copying, saving and moving as well as for downloading:
 * a copy in the user's own space would escape both.
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
