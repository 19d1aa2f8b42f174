import { chatLink, link, list, messages } from './addresses'
import { documentPage } from './documents/address'
import { consentPage } from './applications/consent'
import { openScreens } from './applications/openScreens'

/**
 * Patterns of addresses by page, for the build: `:name` is a parameter of the page, `:name?` is optional.
 * A page with several patterns writes the first one whose parameters are known, and reads all of them.
 */
export const customRoutes: Record<string, string[]> = {
  '/pages/files/index': [list],
  '/packages/account/login/index': ['/login'],
  '/packages/account/security/index': ['/settings/security'],
  '/packages/account/me/index': ['/me'],
  '/packages/message/index': [messages],
  '/packages/people/members/invitation/index': ['/collab/:type'],
  '/packages/share/links/index': ['/shares/:id?'],
  '/packages/share/collect/index': ['/collects/:id?'],
  '/packages/share/collect/handin/index': ['/collect/:unique_name'],
  '/packages/open/index': [...openScreens],
  '/packages/consent/index': [consentPage],
  '/packages/visit/wx/preview/index': ['/wx/preview/:file_id'],
  '/packages/visit/wx/share/index': [chatLink],
  '/packages/promotion/index': ['/promotion'],
  '/packages/admin/index': ['/admin/:place?/:id?'],
  '/packages/arrival/index': ['/setup', '/welcome'],
  '/packages/document/index': [documentPage],
  '/packages/visit/index': ['/message/share_link/:message', link],
}
