import type { Request } from '@/contract/api'
import type { Sibling, siblingCalls } from '@/contract/siblings'
import { actorKey, type UserActor } from '../actor'
import type { Dependencies } from '../dependencies'
import { itemNotFound, permissionDenied } from '../errors'
import { requireUser, type Handlers } from '../http/handler'
import { renditionAddress } from '../previews/previewFiles'
import { requireAccess } from '../services/access'
import { siblingsOf } from '../services/siblings'
import { viewRows } from '../services/viewing'

type Asked = Request<'POST /apps/files/get_sibling'>

/** The gallery's neighbours, in both forms (PREV-16). */
export function siblingRoutes(deps: Dependencies): Handlers<typeof siblingCalls> {
  const { db } = deps

  /** @throws Refused item_not_found, item_is_deleted, permission_denied */
  async function answer(actor: UserActor, { file_id, type = 'right', num = 5, sort_by, sort_direction }: Asked) {
    const file = await requireAccess(db, actor, file_id, 'item_preview')
    if (file.chain[0].isFolder) throw itemNotFound()
    const ids = await siblingsOf(db, actor, file, { side: type, limit: num, sort_by, sort_direction })
    const shown = await view(actor, [...ids, file_id])
    const item = shown.pop()
    if (item?.id !== file_id) throw permissionDenied()
    return { siblings: shown, item, sibling: (type === 'right' ? shown[0] : shown.at(-1)) ?? null }
  }

  /** Without those that may not be previewed, or not any more. */
  async function view(actor: UserActor, ids: readonly number[]): Promise<Sibling[]> {
    const viewed = await viewRows(deps, actor, ids)
    return viewed
      .filter(({ item }) => item.action_permissions.perm_preview && !item.is_deleted)
      .map(({ row, item }) => ({
        ...item,
        preview_url:
          item.thumbnail === null || row.version_key === null
            ? null
            : renditionAddress(
                deps.sign,
                'image_1024',
                { fileId: row.id, versionKey: row.version_key },
                actorKey(actor),
              ),
      }))
  }

  return {
    'POST /apps/files/get_sibling': requireUser(async ({ actor }, input) => {
      const { siblings } = await answer(actor, input)
      return { siblings }
    }),

    'GET /apps/files/get_sibling': requireUser(({ actor }, input) => answer(actor, input)),
  }
}
