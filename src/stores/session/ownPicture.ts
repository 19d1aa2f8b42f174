import { PICTURE_SIDE } from '@/domain/limits'
import type { SessionContext } from '@/api/SessionContext'
import { SmallPicture, type PictureDependencies } from './SmallPicture'

/** The picture that the user shows of themself (CONT-03); of a phone's photo what an avatar needs is sent. */
export function ownPicture(deps: PictureDependencies & { sessionContext: SessionContext }): SmallPicture<'own'> {
  const { api, sessionContext } = deps
  const set = async (picture: string | null) => {
    const options = { quiet: true, handledCodes: ['invalid_request' as const] }
    const { avatar } = await api.call('POST /apps/users/set_picture', { picture }, options)
    sessionContext.pictured(avatar)
    return avatar
  }
  const made = new SmallPicture(deps, 'own', set, PICTURE_SIDE)
  made.came(sessionContext.user?.avatar ?? null)
  return made
}
