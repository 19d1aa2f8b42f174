import type { ShareProcess } from '@/contract/shares/shares'
import { LandingStore } from '@/stores/landing/LandingStore'
import { makeItem } from './factories'
import type { Rig } from './startApp'

export const NAME = 'a'.repeat(22)
export const INFO = 'GET /apps/share_links/info/{unique_name}'
export const TRY = 'POST /apps/share_links/info/{unique_name}'

/** A link that shows one file and counts nothing. */
export function makeProcess(
  fields: Partial<Omit<ShareProcess, 'share_link'>> & { share_link?: Partial<ShareProcess['share_link']> } = {},
): ShareProcess {
  const item = fields.item === undefined ? makeItem({ id: 5, name: '简章.pdf' }) : fields.item
  return {
    type: 2,
    serial_number: 'S1',
    created: 1_700_000_000,
    description: '',
    item_is_accessible_without_shared: false,
    can_save: true,
    item_count: 1,
    saved_folder: null,
    picture_url: null,
    ...fields,
    item,
    share_link: {
      unique_name: NAME,
      owner: { id: 7, name: '王珂' },
      description: '',
      item,
      is_open_share_receiver: false,
      disable_forward: false,
      disable_download: false,
      is_owner: false,
      previews_left: null,
      downloads_left: null,
      due_time: 0,
      ...fields.share_link,
    },
  }
}

/** A visit of the link, and the stored grants. */
export function startVisit({ app, server }: Pick<Rig, 'app' | 'server'>, grant = '') {
  const grants = new Map(grant ? [[NAME, grant]] : [])
  const kept = {
    read: (name: string) => grants.get(name) ?? '',
    write: (name: string, text: string) => void grants.set(name, text),
  }
  holdProduct(server)
  return { visit: new LandingStore({ ...app, kept }, NAME), grants }
}

/** A product with its own name, without an app. */
export function holdProduct(server: Rig['server']) {
  const product = { product_id: '', resource_id: NAME, open_app_url: '', is_custom_product: false }
  server.on('GET /apps/users/get_share_user_info', product)
}
