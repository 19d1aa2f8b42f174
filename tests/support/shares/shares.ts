import assert from 'node:assert/strict'
import type { Reply, Request } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import type { ShareLink } from '@/contract/shares/shares'
import { settingFields } from '@/domain/shares/createPayload'
import type { ShareSettings } from '@/domain/shares/settings'
import { Client } from '../client'
import { openSettings } from './shareTable'

type Making = Request<'POST /apps/share_links/create'>
type Extra = Partial<Pick<Making, 'item_typed_ids' | 'current_version' | 'group_ids' | 'invited_user_ids'>>

/** The body that creates a link, by default for everybody and without limits. */
export function making(
  item: { id: number; is_folder: boolean },
  { item_typed_ids, current_version, group_ids, invited_user_ids, ...settings }: Partial<ShareSettings> & Extra = {},
): Making {
  return {
    item_typed_id: typedIdOf(item),
    item_typed_ids,
    current_version: current_version ?? false,
    group_ids: group_ids ?? [],
    invited_user_ids: invited_user_ids ?? [],
    ...settingFields({ ...openSettings, ...settings }),
  }
}

export async function makeLink(who: Client, ...asked: Parameters<typeof making>): Promise<ShareLink> {
  return (await who.call('POST /apps/share_links/create', making(...asked))).share_link
}

export function typedIdOf({ id, is_folder: isFolder }: { id: number; is_folder: boolean }) {
  return `${isFolder ? 'folder' : 'file'}_${id}` as const
}

/** The parameters of every call of the share scenario. */
const scenario = (uniqueName: string) => ({ scenario: 'share', share_link_token: uniqueName })

/** A visitor of a link; by default without an account, in a browser. */
export class Visitor {
  grant = ''
  readonly client: Client

  /** @param session headers of a signed-in user */
  constructor(
    url: string,
    readonly uniqueName: string,
    session: Record<string, string> = {},
  ) {
    this.client = new Client(url)
    this.client.headers = { 'user-agent': 'Mozilla/5.0 (Linux; Android 14) Mobile', ...session }
  }

  /** @param password sent in a body */
  async open(password?: string): Promise<Reply<'GET /apps/share_links/info/{unique_name}'>> {
    const unique_name = this.uniqueName
    const answer =
      password === undefined
        ? await this.call('GET /apps/share_links/info/{unique_name}', { unique_name })
        : await this.call('POST /apps/share_links/info/{unique_name}', { unique_name, password })
    this.take(answer.share_grant)
    return answer
  }

  async refusedToOpen(code: ErrorCode, password?: string) {
    const unique_name = this.uniqueName
    if (password === undefined)
      return this.client.refused('GET /apps/share_links/info/{unique_name}', { unique_name }, code)
    return this.client.refused('POST /apps/share_links/info/{unique_name}', { unique_name, password }, code)
  }

  private take(grant: string): void {
    this.grant = grant
    this.client.headers['x-share-grant'] = grant
  }

  private get call() {
    return this.client.call.bind(this.client)
  }

  info(item: { id: number; is_folder: boolean }) {
    return this.call('GET /apps/files/get_info', { item_typed_id: typedIdOf(item), ...scenario(this.uniqueName) })
  }

  list(folderId = 0) {
    return this.call('GET /apps/files/file_list/{folderId}', { folderId, ...scenario(this.uniqueName) })
  }

  preview({ id }: { id: number }, more: object = {}) {
    return this.call('GET /apps/representations/info', { file_id: id, ...more, ...scenario(this.uniqueName) })
  }

  /** Pictures of a document's pages. @param offset of the first, from 0 */
  pages({ id }: { id: number }, offset = 0) {
    return this.call('GET /apps/representations/pages', { file_id: id, offset, ...scenario(this.uniqueName) })
  }

  async download({ id }: { id: number }): Promise<string> {
    const input = { file_id: id, no_redirect: true, ...scenario(this.uniqueName) }
    return (await this.call('GET /apps/files/download', input)).download_url
  }

  /** Whether a download is granted; any refusal other than the limit fails. */
  async tryDownload({ id }: { id: number }): Promise<boolean> {
    const input = { file_id: id, ...scenario(this.uniqueName) }
    return this.granted('GET /apps/files/download', input, 'share_link_preview_download_limited')
  }

  /** As tryDownload, for a preview. */
  async tryPreview({ id }: { id: number }, code: ErrorCode = 'share_link_preview_limited'): Promise<boolean> {
    return this.granted('GET /apps/representations/info', { file_id: id, ...scenario(this.uniqueName) }, code)
  }

  private async granted(
    name: 'GET /apps/files/download' | 'GET /apps/representations/info',
    input: object,
    code: ErrorCode,
  ) {
    const { body } = await this.client.send(name, input)
    const { success, errors } = body as { success: boolean; errors?: { validation_errors?: { error_code: string }[] } }
    if (!success) assert.equal(errors?.validation_errors?.[0]?.error_code, code)
    return success
  }

  refused(
    name:
      | 'GET /apps/files/get_info'
      | 'GET /apps/files/download'
      | 'GET /apps/representations/info'
      | 'GET /apps/files/file_list/{folderId}',
    input: object,
    code: ErrorCode,
  ) {
    return this.client.refused(name, { ...input, ...scenario(this.uniqueName) }, code)
  }

  /** Fetches an address without any header, as a player or the system's browser does. */
  fetch(path: string, headers: Record<string, string> = {}): Promise<Response> {
    return fetch(new URL(path, this.client.url), { headers })
  }
}
