/**
 * Addresses of the H5 build; `:name` is a parameter of the page, `:name?` is optional.
 * A page with several patterns writes the first one whose parameters are known, and reads all of them.
 */
export const customRoutes: Record<string, string[]> = {
  '/pages/files/index': ['/files/:space/:id?'],
  '/packages/account/login/index': ['/login'],
  '/packages/account/security/index': ['/settings/security'],
  '/packages/message/index': ['/message/:type?/:id?'],
  '/packages/people/members/invitation/index': ['/collab/:type'],
  '/packages/share/links/index': ['/shares/:id?'],
  '/packages/share/collect/index': ['/collects/:id?'],
  '/packages/share/collect/handin/index': ['/collect/:unique_name'],
  '/packages/open/index': [
    '/select_files/:space?/:id?',
    '/select_destination/:space?/:id?',
    '/open_upload',
    '/open_preview',
  ],
  '/packages/visit/wx/preview/index': ['/wx/preview/:file_id'],
  '/packages/visit/wx/share/index': ['/wx/share/preview/:unique_name'],
  '/packages/promotion/index': ['/promotion'],
  '/packages/visit/index': ['/message/share_link/:message', '/share/:unique_name'],
}
