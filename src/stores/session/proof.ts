import type { Api } from '@/api/Api'
import type { SessionContext } from '@/api/SessionContext'
import type { Reply } from '@/contract/api'
import type { Platform } from '@/platform/Platform'

export interface SessionDependencies {
  api: Api
  sessionContext: SessionContext
  platform: Pick<Platform, 'storage'>
}

/** A proof of identity, or a call that proves it with the token of an earlier sign-in; repeated if the request token had expired. */
export type Proof =
  | { login: string; password: string }
  | ((device: { device_token?: string }) => Promise<Reply<'POST /apps/users/login'>>)

/** Storage key of the Auth-Token where there is no cookie. */
export const TOKEN_KEY = 'authToken'
