import { PICTURE_SIDE } from '@/domain/limits'
import type { SessionContext } from '@/api/SessionContext'
import { SmallPicture, type PictureDependencies } from './SmallPicture'

/** The user's own picture (CONT-03). A photo is scaled to what an avatar needs. */
export function ownPicture(deps: PictureDependencies & { sessionContext: SessionContext }): SmallPicture<'own'> {
  const { api, sessionContext } = deps
  const set = async (picture: string | null) => {
    const options = { quiet: true, handledCodes: ['invalid_request' as const] }
    const { avatar } = await api.call('POST /apps/users/set_picture', { picture }, options)
    sessionContext.setPicture(avatar)
    return avatar
  }
  const made = new SmallPicture(deps, 'own', set, PICTURE_SIDE)
  made.setAddress(sessionContext.user?.avatar ?? null)
  return made
}
