import type { Item } from '@/contract/entities'
import type { SharePolicy } from '@/contract/shares/policy'
import type { ShareProcess, ShareState } from '@/contract/shares/shares'
import { withoutDirections } from '@/domain/items/naming'
import type { UserActor } from '../../actors/actor'
import { secondsOf } from '../../time/clock'
import type { Node } from '../../policies/access/facts'
import { downloadsLeft, previewsLeft } from '../../policies/shares/links'
import type { LinkDetail } from '../../queries/shares/links'
import { entryOf } from '../items/path'

interface Facts {
  status: { state: ShareState; policy: SharePolicy; mayDownload: boolean }
  user: UserActor | null
  /** null while the visitor may not see the content */
  shown: {
    first: Item
    count: number
    /** Whether any of the items may be downloaded. */
    isSavable: boolean
    /** Whether the user has access to all of the items without the link. */
    isAccessible: boolean
    /** The address of the first item's picture in the gallery. */
    picture: string | null
    /** The folder into which the user last saved from this link. */
    savedFolder: Node | null
  } | null
}

/** A link as a visitor sees it (2§3). `process` is the specification's word for it. */
export function presentProcess(link: LinkDetail, { status, user, shown }: Facts): ShareProcess {
  const { state, policy, mayDownload } = status
  const isOwner = user?.user.id === link.maker_id
  const previews = previewsLeft(link)
  const isPicture = shown?.count === 1 && shown.first.extension_category === 'image'
  const item = shown && (shown.count === 1 ? shown.first : folderOf(shown.first))
  return {
    type: state === 'waiting' ? 1 : state === 'refused' ? 3 : 2,
    serial_number: link.serial_number,
    created: secondsOf(link.created_at),
    description: link.description,
    item,
    item_count: shown?.count ?? 0,
    item_is_accessible_without_shared: shown?.isAccessible ?? false,
    // The call that saves counts the copy as a download, so the limit does not matter here.
    can_save: !isOwner && (shown?.isSavable ?? false),
    saved_folder: shown?.savedFolder ? entryOf(shown.savedFolder) : null,
    picture_url: isPicture && previews === null ? shown.picture : null,
    share_link: {
      unique_name: link.unique_name,
      owner: { id: link.maker_id, name: link.maker_name },
      description: link.description,
      item,
      is_open_share_receiver: false,
      disable_forward: link.disable_forward || policy.is_share_forward_disabled,
      disable_download: !mayDownload,
      is_owner: isOwner,
      previews_left: previews,
      downloads_left: mayDownload ? downloadsLeft(link) : null,
      due_time: link.due_at === null ? 0 : secondsOf(link.due_at),
    },
  }
}

/** Several items, presented as a folder with the name of the first item. */
function folderOf(first: Item): Item {
  return {
    ...first,
    id: 0,
    typed_id: 'folder_0',
    type: 'folder',
    name: withoutDirections(first.name),
    extension: '',
    extension_category: 'other',
    type_icon: 'folder',
    thumbnail: null,
    small_thumbnail_generated: false,
    median_thumbnail_generated: false,
    size: 0,
    version: 0,
    file_version_id: null,
    file_version_key: null,
    exif_rotation: 0,
    original_date: null,
  }
}
