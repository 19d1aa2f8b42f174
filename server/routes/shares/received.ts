import type { receivedCalls } from '@/contract/shares/received'
import type { Dependencies } from '../../dependencies'
import { requireUser, type Handlers } from '../../http/handler'
import { presentReceived, sendersOf } from '../../presenters/shares/received'
import { pictureAddresses } from '../../services/session/userPictures'
import { receivedThings } from '../../services/shares/received'

/** The things that others gave a user: links, invitations and folders (AH-49). */
export function receivedRoutes(ports: Pick<Dependencies, 'db' | 'clock' | 'sign'>): Handlers<typeof receivedCalls> {
  return {
    'GET /apps/share_links/received': requireUser(async ({ actor }, { offset = 0 }) => {
      const { things, total } = await receivedThings(ports, actor, offset)
      const faces = await pictureAddresses(ports, actor, sendersOf(things))
      return { received: things.map((thing) => presentReceived(thing, faces)), total_count: total }
    }),
  }
}
