import type { RequestOf } from '@/contract/call'
import type { shareCalls } from '@/contract/shares/shares'
import type { ShareSettings } from './settings'

type CreateRequest = RequestOf<(typeof shareCalls)['POST /apps/share_links/create']>
type SettingFields = Omit<RequestOf<(typeof shareCalls)['POST /apps/share_links/edit']>, 'share_link_id'>

interface Shared {
  /** The shared items, at least one. The body names the first in `item_typed_id`, and several in `item_typed_ids`, a field of our own. */
  typedIds: readonly [CreateRequest['item_typed_id'], ...CreateRequest['item_typed_id'][]]
  isVersionPinned: boolean
  groupIds: readonly number[]
  userIds: readonly number[]
}

/** The body for creating a link (1§7, SHARE-16). */
export function createPayload(settings: ShareSettings, { typedIds, ...shared }: Shared): CreateRequest {
  return {
    item_typed_id: typedIds[0],
    ...(typedIds.length > 1 && { item_typed_ids: [...typedIds] }),
    current_version: shared.isVersionPinned,
    group_ids: [...shared.groupIds],
    invited_user_ids: [...shared.userIds],
    ...settingFields(settings),
  }
}

/**
 * The settings in a body. Limits and the watermark's text are sent only while their switch is on (SHARE-16), fields of our own only if they are not
 * the default.
 */
export function settingFields(settings: ShareSettings): SettingFields {
  return {
    access: settings.access,
    description: settings.description,
    due_time: settings.due_time,
    disable_download: settings.disable_download,
    disable_forward: settings.disable_forward,
    password_protected: settings.password_protected,
    password: settings.password_protected ? settings.password : '',
    ...(settings.is_preview_limit &&
      settings.preview_limit !== null && { is_preview_limit: true, preview_limit: settings.preview_limit }),
    ...(settings.is_download_limit_v2 &&
      settings.download_limit_v2 !== null && {
        is_download_limit_v2: true,
        download_limit_v2: settings.download_limit_v2,
      }),
    ...(settings.is_watermark_customize_content && {
      is_watermark_customize_content: true,
      watermark_customize_content: settings.watermark_customize_content.trim(),
    }),
    ...(settings.is_watermark_visitor && { is_watermark_visitor: true }),
    ...(!settings.is_first_visit_told && { is_first_visit_told: false }),
  }
}

/** The settings from a body, the inverse of `settingFields`. Absent fields are off, except the notice of the first visit. */
export function settingsOfBody(body: SettingFields): ShareSettings {
  return {
    access: body.access,
    description: body.description,
    due_time: body.due_time,
    disable_download: body.disable_download,
    disable_forward: body.disable_forward ?? false,
    password_protected: body.password_protected,
    password: body.password,
    is_preview_limit: body.is_preview_limit ?? false,
    preview_limit: body.preview_limit ?? null,
    is_download_limit_v2: body.is_download_limit_v2 ?? false,
    download_limit_v2: body.download_limit_v2 ?? null,
    is_watermark_customize_content: body.is_watermark_customize_content ?? false,
    watermark_customize_content: body.watermark_customize_content ?? '',
    is_watermark_visitor: body.is_watermark_visitor ?? false,
    is_first_visit_told: body.is_first_visit_told ?? true,
  }
}
