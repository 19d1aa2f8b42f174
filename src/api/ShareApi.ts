import type { CallName, Reply, Request } from '@/contract/api'
import type { ErrorCode } from '@/contract/errors'
import { Api, type CallOptions } from './Api'
import { ApiFailure } from './ApiFailure'

/** The visit of a link that authorises the calls. */
export interface ShareVisit {
  uniqueName: string
  /** '' before the link is opened. */
  grant: string
  /** Codes that the visit handles, from any call. */
  ownCodes(): readonly ErrorCode[]
  /** Handles a failure; resolves to whether to repeat the call. */
  mend(failure: ApiFailure): Promise<boolean>
}

/** The calls that both users and visitors may make. For a visitor, the link and the grant authorise the call (decisions 10). */
const shared: ReadonlySet<CallName> = new Set<CallName>([
  'GET /apps/files/get_info',
  'GET /apps/files/file_list/{folderId}',
  'GET /apps/files/search',
  'GET /apps/files/download',
  'POST /apps/files/copy',
  'GET /apps/files/get_sibling',
  'POST /apps/files/get_sibling',
  'POST /apps/share_links/report',
  'POST /pack_download/download',
  'GET /apps/representations/info',
  'GET /apps/representations/entries',
  'GET /apps/representations/pages',
  'GET /apps/representations/reading',
  'GET /apps/representations/page_texts',
  'GET /apps/representations/grid',
  'GET /yiqixie/get_access_url',
])

/** Adds the link and its grant to the calls that a visitor may make. All other calls stay unchanged (decisions 47). */
export class ShareApi extends Api {
  constructor(
    base: Api,
    private readonly visit: ShareVisit,
  ) {
    super(base.deps)
    this.onTransport = (isCarried) => base.onTransport?.(isCarried)
  }

  override async call<K extends CallName>(name: K, request: Request<K>, options: CallOptions = {}): Promise<Reply<K>> {
    if (!shared.has(name)) return super.call(name, request, options)
    const asked = { ...request, scenario: 'share', share_link_token: this.visit.uniqueName }
    const { handledCodes = [] } = options
    const isTaken = (code: ErrorCode) => handledCodes !== 'all' && handledCodes.includes(code)
    const own = this.visit.ownCodes().filter((code) => !isTaken(code))
    try {
      return await super.call(name, asked, {
        ...options,
        handledCodes: handledCodes === 'all' ? 'all' : [...handledCodes, ...own],
      })
    } catch (error) {
      if (!(error instanceof ApiFailure) || !error.code || !own.includes(error.code)) throw error
      if (options.canceler?.canceled || !(await this.visit.mend(error))) throw error
      return super.call(name, asked, options)
    }
  }

  override headers(): Record<string, string> {
    const { grant } = this.visit
    return grant ? { ...super.headers(), 'X-Share-Grant': grant } : super.headers()
  }
}
