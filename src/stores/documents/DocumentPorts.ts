import type { Api } from '@/api/Api'
import type { Platform } from '@/platform/Platform'

/** What the page of a document needs of the app. */
export interface DocumentPorts {
  api: Api
  fileId: number
  /** The address of the server's socket. */
  socketAddress: string
  /** The token that came with the page's address. */
  access: string | null
  /** The signed-in user; null for a guest, whom only the token lets in. */
  userId: number | null
  platform: Pick<Platform, 'clock' | 'storage'>
}
