import type { OpenCallName } from '@/contract/applications'
import type { openTagCalls } from '@/contract/applications/tags'
import type { Dependencies } from '../../dependencies'
import { Refused } from '../../errors'
import type { OpenHandlers } from '../../http/openContract'
import { addSync, openDeviceSyncs, removeSync } from '../../services/applications/devices'
import {
  lastTags,
  openAddCommonTags,
  openAddTags,
  openCommonTags,
  openRemoveCommonTags,
  openRemoveTags,
  type NamedTag,
} from '../../services/applications/tags'

type Name = Extract<OpenCallName, keyof typeof openTagCalls>
type Kind = 'file' | 'folder'

const done = { success: true } as const
const common = (tags: readonly NamedTag[]) => ({
  common_tags: tags.map(({ id, name }) => ({ id, tag_name: name, name })),
})

/** Tags, and what devices sync (OAPI-05). */
export function tagHandlers(ports: Pick<Dependencies, 'db' | 'clock' | 'contentCheck'>): Pick<OpenHandlers, Name> {
  const { db } = ports
  return {
    'POST /v2/tag/item_add_tags': async ({ actor }, { type, id, names = [], tagCategories: categories = [] }) => {
      const all = [...names, ...categories.flatMap(({ tags }) => tags)]
      return { tags: await ofKind(type, () => openAddTags(ports, actor, `${type}_${id}`, all)) }
    },
    'POST /v2/tag/item_remove_tags': async ({ actor }, { type, id, tag_ids: tagIds }) => {
      await ofKind(type, () => openRemoveTags(ports, actor, `${type}_${id}`, tagIds))
      return done
    },
    'GET /v2/tag/list': async ({ actor }) => ({ my_tags: await lastTags(db, actor) }),
    'GET /v2/tag/common_list': async ({ actor }) => common(await openCommonTags(db, actor)),
    'POST /v2/tag/add_common_list': async ({ actor }, { tag_names: names }) =>
      common(await openAddCommonTags(ports, actor, names)),
    'POST /v2/tag/remove_common_list': async ({ actor }, { common_tag_ids: ids }) => {
      await openRemoveCommonTags(db, actor, ids)
      return done
    },
    'GET /v2/device/{device_token}/synced_status': async ({ actor }, { device_token: device }) => {
      const { folders, departments, hasPersonal, hasCollab } = await openDeviceSyncs(db, actor, device)
      return {
        synced_folders: folders.map(({ id, name }) => ({
          id,
          name,
          type: 'folder' as const,
          user_count: 0,
          sync_root: true,
        })),
        synced_department_spaces: departments.map(({ id, name, userCount }) => ({
          id,
          name,
          type: 'department' as const,
          user_count: userCount,
          sync_root: true,
        })),
        is_synced_personal_space: hasPersonal,
        is_synced_collab_space: hasCollab,
      }
    },
    'POST /v2/device/{device_token}/add_sync': async ({ actor }, { device_token: device, target }) => {
      await ofKind('folder', () => addSync(db, actor, device, target))
      return done
    },
    'POST /v2/device/{device_token}/remove_sync': async ({ actor }, { device_token: device, target }) => {
      await removeSync(db, actor, device, target)
      return done
    },
  }
}

/** The path does not say whether a file or a folder is missing. */
async function ofKind<T>(kind: Kind, run: () => Promise<T>): Promise<T> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof Refused && error.code === 'item_not_found')
      throw new Refused(error.code, { ...error.detail, open: `${kind}_not_found` })
    if (error instanceof Refused && error.code === 'item_is_deleted')
      throw new Refused(error.code, { ...error.detail, open: `${kind}_deleted` })
    throw error
  }
}
