import type { OpenRequest } from '@/contract/applications'
import type { ShareAccess } from '@/contract/shares/shares'
import { OPEN_SHARE_PASSWORD_MAX_LENGTH } from '@/domain/limits'
import { programUser, type ApplicationActor, type UserActor } from '../../actors/actor'
import type { Db } from '../../database/connect'
import type { Dependencies } from '../../dependencies'
import { invalidRequest, Refused, shareLinkNotFound } from '../../errors'
import { isClosed } from '../../policies/shares/links'
import { findLinkByName, linkPage, type LinkDetail, type LinkView } from '../../queries/shares/links'
import { endOfChineseDay } from '../../time/calendar'
import { requireItem } from '../access/places'
import { openLink } from '../landing/opening'
import { requireTarget } from '../moving/relocation'
import { closeLinks, editLink } from '../shares/changes'
import { createLink } from '../shares/creation'
import { viewLink, viewLinks } from '../shares/lists'
import type { AskedSettings } from '../shares/settings'

type Ports = Pick<Dependencies, 'db' | 'clock' | 'encrypter' | 'contentCheck'>

const accesses: readonly string[] = ['public', 'company', 'collaborators'] satisfies ShareAccess[]
const longestPassword = OPEN_SHARE_PASSWORD_MAX_LENGTH

/** A page of the user's own links to an item that are not closed. @throws Refused item_not_found, item_is_deleted */
export async function openLinksOf(
  ports: Ports,
  actor: ApplicationActor,
  typedId: string,
  { owner_id: ownerId, ...paged }: { owner_id?: number; page_id: number; page_capacity: number },
): Promise<{ links: LinkView[]; total: number }> {
  const user = programUser(actor)
  const { id: itemId } = (await requireItem(ports.db, user, typedId)).chain[0]
  const makerId = user.user.id
  if (ownerId !== undefined && ownerId !== makerId) return { links: [], total: 0 }
  const filter = { of: { makerId }, itemId, only: 'unclosed', now: ports.clock() } as const
  const window = { offset: paged.page_id * paged.page_capacity, limit: paged.page_capacity }
  const { ids, total } = await linkPage(ports.db, filter, window)
  return { links: await viewLinks(ports, user, ids), total }
}

/** @throws Refused as createLink, with the platform's codes for what it names otherwise */
export async function openNewLink(
  ports: Ports,
  actor: ApplicationActor,
  asked: OpenRequest<'POST /v2/share_link/create'>,
): Promise<LinkView> {
  const user = programUser(actor)
  const { file_id: fileId, folder_id: folderId, group_ids = [], invited_user_ids = [] } = asked
  if (fileId === undefined && folderId === undefined) throw unfit('file_id', 'share_link_resource_id_not_provided')
  if (fileId !== undefined && folderId !== undefined) throw unfit('folder_id', 'share_link_resource_id_ambiguous')
  const settings = settingsOf(asked, null)
  const item_typed_id = folderId === undefined ? (`file_${fileId!}` as const) : (`folder_${folderId}` as const)
  if (folderId !== undefined) await requireTarget(() => requireItem(ports.db, user, item_typed_id))
  const whole = { ...settings, item_typed_id, current_version: false, group_ids, invited_user_ids }
  const link = await createLink(ports, user, whole, { longestPassword })
  if (asked.closed === true) await closeLinks(ports, user, [link.link.id])
  return link
}

/** Changes a link of the user. @throws Refused share_link_not_found, and as editLink */
export async function openEditLink(
  ports: Ports,
  actor: ApplicationActor,
  { unique_name: name, ...asked }: OpenRequest<'POST /v2/share_link/{unique_name}/update'>,
): Promise<LinkView> {
  const user = programUser(actor)
  const { id } = await requireOwn(ports.db, user, name)
  const known = await viewLink(ports, user, id)
  const link = await editLink(ports, user, id, settingsOf(asked, known), { longestPassword })
  if (asked.closed === true) await closeLinks(ports, user, [id])
  return link
}

/** @throws Refused share_link_not_found, also for a closed link */
export async function openCloseLink(ports: Ports, actor: ApplicationActor, name: string): Promise<void> {
  const user = programUser(actor)
  await closeLinks(ports, user, [(await requireOwn(ports.db, user, name)).id])
}

/** A link of the user. @throws Refused share_link_not_found */
export async function openOwnLink(ports: Ports, actor: ApplicationActor, name: string): Promise<LinkView> {
  const user = programUser(actor)
  return viewLink(ports, user, (await requireOwn(ports.db, user, name)).id)
}

/**
 * A link for everybody whom it lets in: its maker, and others as at the page of the link.
 * @throws Refused as openLink; share_link_not_found for a closed link, and for one that waits for approval or was refused
 */
export async function openLinkInfo(
  ports: Ports & Pick<Dependencies, 'sign' | 'config' | 'jobs'>,
  actor: ApplicationActor,
  { unique_name: uniqueName, password }: { unique_name: string; password?: string },
): Promise<{ link: LinkDetail; isOwn: boolean }> {
  const user = programUser(actor)
  const found = await findLinkByName(ports.db, uniqueName)
  if (found?.maker_id === user.user.id) return { link: await requireOwn(ports.db, user, uniqueName), isOwn: true }
  const { address = '' } = actor
  const opening = { uniqueName, password, grant: undefined, user, address, userAgent: '' }
  const opened = await openLink(ports, opening).catch((error: unknown) => {
    const isUnproven = error instanceof Refused && error.code === 'share_link_invalid_password' && !password
    throw isUnproven ? new Refused(error.code, { open: 'share_link_password_not_provided' }) : error
  })
  if (opened.shown === null) throw shareLinkNotFound()
  return { link: opened.link, isOwn: false }
}

/** An administrator's right over links is never a program's. */
async function requireOwn(db: Db, { user }: UserActor, name: string): Promise<LinkDetail> {
  const link = await findLinkByName(db, name)
  if (!link || link.maker_id !== user.id || isClosed(link)) throw shareLinkNotFound()
  return link
}

/** The settings of a request. @param known what is left out stays as it is there */
function settingsOf(
  asked: Omit<OpenRequest<'POST /v2/share_link/{unique_name}/update'>, 'unique_name'>,
  known: LinkView | null,
): AskedSettings {
  if (!accesses.includes(asked.access)) throw unfit('access', 'share_link_access_type_invalid')
  const link = known?.link
  const hadPassword = (link?.password_hash ?? null) !== null
  const { password_protected: isProtected = asked.password ? true : hadPassword } = asked
  const previews = asked.preview_limit ?? link?.preview_limit ?? undefined
  const downloads = asked.download_limit_v2 ?? link?.download_limit ?? undefined
  const password = isProtected ? (asked.password ?? known?.password ?? '') : ''
  if (asked.password && isProtected && !/^[\da-z]+$/i.test(asked.password))
    throw unfit('password', 'share_link_password_invalid')
  return {
    access: asked.access as ShareAccess,
    description: asked.description ?? link?.description ?? '',
    due_time: dueTimeOf(asked.due_time),
    disable_download: asked.disable_download ?? link?.disable_download ?? false,
    password_protected: isProtected,
    password,
    is_preview_limit: asked.is_preview_limit ?? previews !== undefined,
    preview_limit: previews,
    is_download_limit_v2: asked.is_download_limit_v2 ?? downloads !== undefined,
    download_limit_v2: downloads,
    is_watermark_customize_content: asked.is_watermark_customize_content ?? Boolean(link?.watermark_content),
    watermark_customize_content: asked.watermark_customize_content ?? link?.watermark_content,
    ...(link && {
      disable_forward: link.disable_forward,
      is_watermark_visitor: link.is_watermark_visitor,
      is_first_visit_told: link.is_first_visit_told,
    }),
  }
}

/** seconds; 0: never. @throws Refused invalid_request */
function dueTimeOf(day: string): number {
  if (day === 'never_expire') return 0
  const end = endOfChineseDay(day)
  if (end === null) throw invalidRequest('due_time')
  // A day before 1970 is past, not the sign for never.
  return Math.max(1, Math.floor(end.getTime() / 1000))
}

function unfit(field: string, open: NonNullable<Refused['detail']['open']>): Refused {
  return new Refused('invalid_request', { field, open })
}
